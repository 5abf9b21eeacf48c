import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { transform } from 'esbuild'
import { rolldown } from 'rolldown'
import { writeDeclarations } from './writeDeclarations.mjs'

/**
 * @typedef {object} PackageOptions
 * @property {readonly string[]} page sources that a page may load before its user acts: names below `src`, without extension
 * @property {readonly (readonly string[] | Shared)[]} features the entries of each feature that is loaded later, in the order in which
 *   users meet them; the first names its file. All other sources below `exports/`, and those imported with `import()`, follow.
 */

/** @typedef {{ readonly name: string, readonly folders: readonly string[] }} Shared modules of these folders that several features import */

/** @typedef {ReadonlyMap<string, { readonly imports: readonly string[]; readonly later: readonly string[] }>} Graph */

/**
 * Writes the package of the current folder. Modules of the page stay separate files, so that an app's bundler leaves out those that
 * the app doesn't use. Each lazy feature is one file: an app emits few files, and opening a feature takes few requests.
 * Code that several features share is in the file of the first of them, which users have loaded when they meet the others; or
 * in one shared file.
 *
 * @param {PackageOptions} options
 */
export async function bundlePackage({ page, features }) {
  const src = resolve('src')
  await rm('dist', { recursive: true, force: true })
  const published = await listPublished(src)
  const listed = new Set([...page, ...features.flatMap((feature) => ('folders' in feature ? [] : feature))])
  const others = published.filter((name) => !listed.has(name))
  const named = [...listed, ...others]
  const graph = await readGraph(src, named)
  const owners = assignOwners(graph, page, [...features, ...others.map((name) => [name])])
  const later = [...graph.values()].flatMap((module) => module.later).filter((name) => graph.has(name))
  const entries = new Set([...named, ...later])
  const bundle = await rolldown({ ...input(src, [...entries]), preserveEntrySignatures: 'allow-extension' })
  const name = (/** @type {string} */ id) => toName(src, id)
  await bundle.write({
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
    comments: { jsdoc: false },
    // shared modules are not pulled into the files of their importers
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: 'owners',
          minSize: 0,
          name: (id) => (id.startsWith(src) ? (owners.get(name(id)) ?? name(id)) : null),
        },
      ],
    },
  })
  await bundle.close()
  await writeDeclarations('src', 'dist', published)
}

/**
 * Returns the names of the sources below `exports/`, those in folders first: a source beside a folder re-exports from it.
 *
 * @param {string} src
 */
async function listPublished(src) {
  const files = await readdir(join(src, 'exports'), { recursive: true })
  const names = files
    .filter((file) => /(?<!\.test)(?<!\.test-d)\.tsx?$/.test(file))
    .map((file) => toName(src, join(src, 'exports', file)))
  const toDepth = (/** @type {string} */ name) => name.split('/').length
  return names.sort((a, b) => toDepth(b) - toDepth(a) || a.localeCompare(b))
}

/**
 * Returns the file to which each module belongs: that of a feature, by the name of its entry, or its own (undefined).
 *
 * @param {Graph} graph
 * @param {readonly string[]} page
 * @param {PackageOptions['features']} features
 */
export function assignOwners(graph, page, features) {
  /** @type {Map<string, string | undefined>} */
  const owners = new Map()
  /** @type {(name: string, owner: string | undefined) => void} */
  const claim = (name, owner) => {
    const module = graph.get(name)
    if (!module || owners.has(name)) return
    owners.set(name, owner)
    for (const next of module.imports) claim(next, owner)
  }
  for (const name of page) claim(name, undefined)
  features.forEach((feature, index) => {
    if (!('folders' in feature)) for (const name of feature) claim(name, feature[0])
    else
      for (const name of findShared(graph, features.slice(index + 1)))
        if (feature.folders.some((folder) => name.startsWith(`${folder}/`))) claim(name, feature.name)
  })
  // the map grows meanwhile: a feature may load further ones
  for (const name of owners.keys()) for (const next of graph.get(name)?.later ?? []) claim(next, next)
  return owners
}

/**
 * Returns the modules that at least two features import: of these, or of those that are not named.
 *
 * @param {Graph} graph
 * @param {PackageOptions['features']} features
 */
function findShared(graph, features) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  const later = [...graph.values()].flatMap((module) => module.later)
  const named = features.flatMap((feature) => ('folders' in feature ? [] : [feature]))
  const known = new Set(named.flat())
  const others = [...new Set(later)].filter((name) => !known.has(name)).map((name) => [name])
  for (const entries of [...named, ...others])
    for (const name of findReached(graph, entries)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > 1).map(([name]) => name)
}

/** @type {(graph: Graph, entries: readonly string[]) => ReadonlySet<string>} */
function findReached(graph, entries) {
  const reached = new Set(entries)
  // it grows during the iteration
  for (const name of reached) for (const next of graph.get(name)?.imports ?? []) reached.add(next)
  return reached
}

/**
 * @param {string} src
 * @param {readonly string[]} entries
 * @returns {Promise<Graph>}
 */
async function readGraph(src, entries) {
  /** @type {Map<string, { imports: string[]; later: string[] }>} */
  const graph = new Map()
  const bundle = await rolldown({
    ...input(src, entries),
    plugins: [
      ...plugins,
      {
        name: 'graph',
        buildEnd() {
          for (const id of this.getModuleIds()) {
            const info = this.getModuleInfo(id)
            if (info && id.startsWith(src))
              graph.set(toName(src, id), {
                imports: info.importedIds.map((other) => toName(src, other)),
                later: info.dynamicallyImportedIds.map((other) => toName(src, other)),
              })
          }
        },
      },
    ],
  })
  await bundle.generate({ format: 'esm' })
  await bundle.close()
  return graph
}

/** Imports a stylesheet as its minified text. */
const plugins = [
  {
    name: 'css-text',
    /** @param {string} path */
    async load(path) {
      if (!path.endsWith('.css')) return null
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true })
      return { code: `export default ${JSON.stringify(code.trim())}`, moduleType: /** @type {const} */ ('js') }
    },
  },
]

/**
 * @param {string} src
 * @param {readonly string[]} entries
 */
function input(src, entries) {
  return {
    input: Object.fromEntries(entries.map((name) => [name, join(src, name)])),
    external: (/** @type {string} */ id) => !/^[./]/.test(id),
    platform: /** @type {const} */ ('neutral'),
    resolve: { extensions: ['.ts', '.tsx'], extensionAlias: { '.js': ['.ts', '.tsx'] } },
    transform: { jsx: /** @type {const} */ ('react-jsx'), target: 'es2022' },
    logLevel: /** @type {const} */ ('warn'),
    // else an import of types alone stays, as an import without names
    treeshake: { moduleSideEffects: /** @type {const} */ ('no-external') },
    plugins,
  }
}

/**
 * @param {string} src
 * @param {string} id
 */
function toName(src, id) {
  return relative(src, id).replace(/\.tsx?$/, '')
}
