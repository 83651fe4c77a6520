// Whether the package that `require` is of has a source called `path` at this release.
//
// Asked beforehand: a source that is there and fails to load must not look like one that is not there.
export function has(require, path) {
  try {
    require.resolve(path)
    return true
  } catch {
    return false
  }
}
