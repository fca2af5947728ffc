// Dark and light: as the system has it, until somebody chooses.

const KEY = 'swept-theme';

function chosen() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const system = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

export function showTheme() {
  document.documentElement.dataset.theme = chosen() ?? system();
}

export function toggleTheme(then) {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, theme);
  } catch { /* not remembered, then */ }
  document.documentElement.dataset.theme = theme;
  then();
}
