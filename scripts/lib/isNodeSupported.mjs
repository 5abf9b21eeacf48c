/**
 * @param {string} version such as `20.19.2`
 * @param {string} range such as `>=20.19`, the only form that this repository uses
 */
export function isNodeSupported(version, range) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [, wantedMajor, wantedMinor] = /^>=(\d+)\.(\d+)$/.exec(range) ?? []
  if (wantedMajor === undefined) throw new Error(`Cannot read the range "${range}" of engines.node in package.json.`)
  return major > Number(wantedMajor) || (major === Number(wantedMajor) && minor >= Number(wantedMinor))
}
