//! Every shape against its own definition, along directions whose answer can be read off.
