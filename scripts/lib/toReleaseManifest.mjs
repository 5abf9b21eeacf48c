/**
 * Returns a package.json as published: with the address of the repository that it is published from, which the registry
 * compares with the provenance statement. The tree itself names none, so that a fork publishes under its own address.
 *
 * @template {{ name: string, version: string }} Manifest
 * @param {Manifest} manifest
 * @param {{ url: string, folder: string }} source address of the repository; the package's folder in it
 */
export function toReleaseManifest(manifest, { url, folder }) {
  return {
    ...manifest,
    homepage: `${url}/tree/main/${folder}#readme`,
    bugs: `${url}/issues`,
    repository: { type: 'git', url: `git+${url}.git`, directory: folder },
  }
}
