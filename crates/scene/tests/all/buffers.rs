//! The files that a glTF file names, and what is no file.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;
use swept_scene::files::Soup;

/// A triangle whose corners are the buffer's.
fn triangle(buffer: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"uri":"{buffer}","byteLength":36}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":3,
        "type":"VEC3","min":[0,0,0],"max":[0,0,0]}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}]}}"#
    )
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What `read` says of the file, soon.
fn error_of(read: impl FnOnce() -> String + Send + 'static) -> String {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(read()));
    receiver
        .recv_timeout(Duration::from_secs(20))
        .expect("an answer")
}

#[test]
fn no_more_of_a_buffer_is_read_than_it_has() {
    let folder = folder("buffers-long");
    // A tebibyte of nothing.
    let long = File::create(folder.join("long.bin")).unwrap();
    long.set_len(1 << 40).unwrap();
    let soup = Soup::gltf(triangle("long.bin").as_bytes(), &folder).unwrap();
    assert_eq!(soup.vertices, [[0.0; 3]; 3]);
    long.set_len(35).unwrap();
    let error = Soup::gltf(triangle("long.bin").as_bytes(), &folder).unwrap_err();
    assert_eq!(error.to_string(), "buffer 0: 35 bytes (expected 36)");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn folders_are_no_buffers() {
    let folder = folder("buffers-folder");
    let error = Soup::gltf(triangle(".").as_bytes(), folder).unwrap_err();
    assert_eq!(error.to_string(), "buffer 0: .: it is not a file");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let folder = folder("buffers-pipe");
    let pipe = folder.join("pipe.obj");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let named = pipe.clone();
    let error = error_of(move || Soup::read(named).unwrap_err().what());
    assert_eq!(error, "it is not a file");
    for name in ["pipe.obj", "/dev/zero"] {
        let from = folder.clone();
        let error = error_of(move || {
            Soup::gltf(triangle(name).as_bytes(), from)
                .unwrap_err()
                .what()
        });
        assert_eq!(error, format!("buffer 0: {name}: it is not a file"));
    }
    fs::remove_dir_all(folder).unwrap();
}
