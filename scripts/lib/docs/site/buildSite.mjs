import { readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../root.mjs'
import { run } from '../../run.mjs'

const app = 'apps/docs'

/**
 * Builds the documentation site: the API reference from the docstrings (TypeDoc), then guides, READMEs and reference as
 * static pages (VitePress). The packages that the live modal needs must be built. Throws if a link leads nowhere.
 *
 * @param {{ folder: string, base?: string }} options `folder` is replaced; `base`: the path that the site is served under
 * @returns {Promise<string[]>} the paths of the pages in the folder
 */
export async function buildSite({ folder, base = '/' }) {
  for (const path of [folder, join(root, app, 'dist')]) rmSync(path, { recursive: true, force: true })
  await runTool('typedoc', ['--options', `${app}/typedoc.json`])
  await runTool('vitepress', ['build', app, '--outDir', folder, '--base', base])
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.html'))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/**
 * @param {string} name of a program of the app
 * @param {readonly string[]} args
 */
async function runTool(name, args) {
  const { code, output } = await run(`${app}/node_modules/.bin/${name}`, args, { capture: true })
  if (code !== 0) throw new Error(`${name} failed:\n${output}`)
}
