import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

/** @typedef {Readonly<Record<string, readonly string[]>>} Groups files by the name of their group, without `.js` */
/** @typedef {{ folder: string, name: string, target: string, files: readonly string[] }} Group with absolute paths */

/**
 * Joins built files that are needed together. A bundler of an app makes a file for every set of pages that share a
 * module: small modules that many share become files of their own, each with its head, its imports and its name in the
 * lists of those who load it.
 *
 * @param {string} path of the folder with the built package, in the form that esbuild writes
 * @param {Groups} groups
 */
export async function joinGroups(path, groups) {
  const folder = resolve(path)
  for (const [name, members] of Object.entries(groups)) {
    const target = join(folder, `${name}.js`)
    const files = members.map((member) => join(folder, `${member}.js`))
    await joinGroup({ folder, name, target, files })
  }
}

/** @param {Group} group */
async function joinGroup(group) {
  const { folder, target, files } = group
  const { text, outside } = await bundle(group)
  await refuseCircles(group, outside)
  for (const file of files) await rm(file)
  const others = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))
  for (const name of others) {
    const file = join(folder, name)
    const before = await readFile(file, 'utf8')
    const after = redirect(before, file, group)
    if (after !== before) await writeFile(file, after)
  }
  await writeFile(target, text)
}

/** @param {Group} group */
async function bundle({ folder, name, target, files }) {
  const lines = await Promise.all(
    files.map(async (file, index) => {
      const names = (await listExports(file)).map((own) => (own === 'default' ? `default as ${toName(index)}` : own))
      return `export { ${names.join(', ')} } from ${JSON.stringify(toPath(folder, file))}`
    }),
  )
  /** @type {Set<string>} */
  const outside = new Set()
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), resolveDir: folder },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    outfile: target,
    plugins: [
      {
        name: 'outside',
        setup({ onResolve }) {
          onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
            if (!path.startsWith('.')) return { path, external: true }
            const file = resolve(resolveDir, path)
            if (files.includes(file)) {
              if (kind !== 'dynamic-import') return undefined
              return { errors: [{ text: `${relative(folder, file)} is loaded later by its own group "${name}".` }] }
            }
            if (kind === 'import-statement') outside.add(file)
            return { path: toPath(folder, file), external: true }
          })
        },
      },
    ],
  })
  return { text: outputFiles[0]?.text ?? '', outside }
}

/** @param {string} file */
async function listExports(file) {
  const { metafile } = await build({
    entryPoints: [file],
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
    outfile: file,
  })
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports)
}

/**
 * What the group needs must not need the group: modules that were in order before would be in a circle.
 *
 * @param {Group} group
 * @param {ReadonlySet<string>} outside
 */
async function refuseCircles({ folder, name, files }, outside) {
  const { metafile } = await build({
    entryPoints: [...outside],
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
    absWorkingDir: folder,
    outdir: folder,
    packages: 'external',
    plugins: [
      {
        name: 'later',
        setup({ onResolve }) {
          onResolve({ filter: /.*/ }, ({ kind, path }) =>
            kind === 'dynamic-import' ? { path, external: true } : undefined,
          )
        },
      },
    ],
  })
  const back = Object.keys(metafile.inputs).filter((path) => files.includes(resolve(folder, path)))
  if (back.length > 0) throw new Error(`The group "${name}" needs a file that needs ${back.join(', ')} of it.`)
}

/**
 * The text of a file, with what it imported from the files of a group taken from the group.
 *
 * @param {string} text
 * @param {string} file
 * @param {Group} group
 */
function redirect(text, file, { name, target, files }) {
  return text.replaceAll(/(\w+ )?(from |import\()"(\.[^"]+)"/g, (whole, word, verb, path) => {
    const index = files.indexOf(resolve(dirname(file), path))
    if (index < 0) return whole
    const joined = `"${toPath(dirname(file), target)}"`
    if (verb === 'import(') throw new Error(`${file} loads ${path} later, which is in the group "${name}".`)
    // `import styles from`, of which a group has many
    return word === undefined ? `from ${joined}` : `{ ${toName(index)} as ${word.trim()} } from ${joined}`
  })
}

/** @param {number} index of a file in its group, which has its default export under this name */
const toName = (index) => `default${index}`

/**
 * @param {string} from a folder
 * @param {string} to a file
 */
function toPath(from, to) {
  const path = relative(from, to).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}
