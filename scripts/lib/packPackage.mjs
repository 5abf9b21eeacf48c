import { run } from './run.mjs'

/**
 * Packs a package as a release does.
 *
 * @param {string} folder of the package
 * @param {string} target where the tarball goes
 * @returns {Promise<string>} path of the tarball
 */
export async function packPackage(folder, target) {
  const { code, output } = await run('pnpm', ['pack', '--json', '--pack-destination', target], {
    cwd: folder,
    capture: true,
  })
  if (code !== 0) throw new Error(`${folder} cannot be packed:\n${output}`)
  /** @type {{ filename: string }} */
  const { filename } = JSON.parse(output.slice(output.indexOf('{')))
  return filename
}
