import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** @typedef {{ eager: number, lazy: number }} Size in KiB, gzipped: what loads at once; the largest lazy chunk */

/**
 * Bundles a program that uses the given exports, as an app would, and measures what a browser loads.
 *
 * @param {Readonly<Record<string, '*' | readonly string[]>>} imports names by module, `*` for all
 * @param {readonly string[]} external modules that the page has already
 * @param {string} folder from which the modules are resolved
 * @returns {Promise<Size>}
 */
export async function measureSize(imports, external, folder) {
  const { outputFiles, metafile } = await bundleProgram(imports, external, folder)
  const outputs = Object.entries(metafile.outputs)
  const weights = new Map(
    outputFiles.map(({ path, contents }) => [
      relative(folder, path).replaceAll('\\', '/'),
      gzipSync(contents, { level: 9 }).length,
    ]),
  )
  const weigh = (/** @type {Iterable<string>} */ paths) => {
    let sum = 0
    for (const path of paths) sum += weights.get(path) ?? Number.NaN
    return sum / 1024
  }

  const [program = ''] = outputs.find(([, { entryPoint }]) => entryPoint === 'program.js') ?? []
  const eager = closure(metafile, program)
  const lazy = outputs
    .filter(([path, { entryPoint }]) => entryPoint !== undefined && !eager.has(path))
    .map(([path]) => weigh([...closure(metafile, path)].filter((part) => !eager.has(part))))
  return { eager: weigh(eager), lazy: Math.max(0, ...lazy) }
}

/** @param {Readonly<Record<string, '*' | readonly string[]>>} imports */
function writeProgram(imports) {
  return Object.entries(imports)
    .map(([module, names], index) =>
      names === '*'
        ? `import * as m${index} from '${module}'\nconsole.log(m${index})`
        : `import { ${names.map((name) => `${name} as m${index}_${name}`).join(', ')} } from '${module}'\nconsole.log(${names.map((name) => `m${index}_${name}`).join(', ')})`,
    )
    .join('\n')
}

/**
 * @param {import('esbuild').Metafile} metafile
 * @param {string} start
 * @returns {Set<string>} what loads with `start`
 */
function closure({ outputs }, start) {
  const found = new Set([start])
  for (const path of found) {
    for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) found.add(next)
    }
  }
  return found
}

/**
 * Bundles a program that uses the given exports, as an app would.
 *
 * @param {Readonly<Record<string, '*' | readonly string[]>>} imports names by module, `*` for all
 * @param {readonly string[]} external modules that the page has already
 * @param {string} folder from which the modules are resolved
 */
export function bundleProgram(imports, external, folder) {
  return build({
    stdin: { contents: writeProgram(imports), resolveDir: folder, sourcefile: 'program.js' },
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    legalComments: 'none',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: [...external],
    absWorkingDir: folder,
    outdir: '.',
    // the built packages, not the sources that the workspace's own paths resolve to
    tsconfigRaw: '{}',
  })
}
