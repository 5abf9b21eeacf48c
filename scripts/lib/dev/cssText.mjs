import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../root.mjs'

const hotStyles = fileURLToPath(new URL('hotStyles.js', import.meta.url))

/**
 * Serves the stylesheets that package sources import as modules that export their text, named `X.css.js`, as the build does
 * (bundlePackage.mjs). A change to a stylesheet replaces the text in use, without a reload.
 *
 * @param {string} [folder] with the packages
 */
export function cssText(folder = join(root, 'packages')) {
  return {
    name: 'css-text',
    enforce: /** @type {const} */ ('pre'),

    /** @type {(specifier: string, importer: string | undefined) => string | undefined} */
    resolveId(specifier, importer) {
      if (!importer?.startsWith(`${folder}/`) || !/\.tsx?(\?|$)/.test(importer)) return undefined
      if (!/^\.{1,2}\/.*\.css$/.test(specifier)) return undefined
      return `${join(dirname(importer), specifier)}.js`
    },

    /** @type {(this: { addWatchFile: (path: string) => void }, id: string, options?: { ssr?: boolean }) => string | undefined} */
    load(id, { ssr = false } = {}) {
      const path = toStylesheet(id)
      if (path === undefined) return undefined
      this.addWatchFile(path)
      const text = JSON.stringify(readFileSync(path, 'utf8'))
      if (ssr) return `export default ${text}`
      return [
        `import { keepText } from ${JSON.stringify(hotStyles)}`,
        `export default keepText(${JSON.stringify(path)}, ${text})`,
        'import.meta.hot?.accept()',
      ].join('\n')
    },

    /**
     * @template Module
     * @this {{ environment: { moduleGraph: { getModuleById: (id: string) => Module | undefined } } }}
     * @param {{ file: string, modules: Module[] }} update
     * @returns {Module[]}
     */
    hotUpdate({ file, modules }) {
      const module = this.environment.moduleGraph.getModuleById(`${file}.js`)
      return module === undefined ? modules : [...modules, module]
    },
  }

  /** @param {string} id */
  function toStylesheet(id) {
    return id.startsWith(`${folder}/`) && id.endsWith('.css.js') ? id.slice(0, -'.js'.length) : undefined
  }
}
