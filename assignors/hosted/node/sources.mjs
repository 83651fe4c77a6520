// Whether the package of `require` has a source called `path` at this release.
//
// This is checked in advance, because a source that fails to load must not look like a missing one.
export function has(require, path) {
  try {
    require.resolve(path)
    return true
  } catch {
    return false
  }
}
