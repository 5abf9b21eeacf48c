import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { transform } from 'esbuild'
import { defineConfig, type Options } from 'tsup'
import { writeDeclarations } from './scripts/lib/writeDeclarations.mjs'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Sources import a stylesheet as a text module: {@link writeStyles} writes `X.css` as `X.css.js`. */
const cssImports: Plugin = {
  name: 'css-imports',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const contents = (await readFile(path, 'utf8')).replace(/(from '\.{1,2}\/[^']+\.css)'/g, "$1.js'")
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
}

/** Writes each stylesheet below `src` as a module whose default export is its minified text. */
async function writeStyles(): Promise<void> {
  const files = await readdir('src', { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.css'))) {
    const { code } = await transform(await readFile(`src/${file}`, 'utf8'), { loader: 'css', minify: true })
    await mkdir(dirname(`dist/${file}`), { recursive: true })
    await writeFile(`dist/${file}.js`, `export default ${JSON.stringify(code.trim())}\n`)
  }
}

/** Options that every build shares. */
export function preset(overrides: Options): ReturnType<typeof defineConfig> {
  return defineConfig({
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    splitting: true,
    treeshake: false,
    clean: true,
    silent: true,
    esbuildOptions(options) {
      options.jsx = 'automatic'
      options.chunkNames = 'chunks/[name]-[hash]'
    },
    ...overrides,
  })
}

/**
 * Writes one output file per source file, so that an app's bundler decides what its first page loads.
 *
 * @param writeMore writes further files, once all others are there
 */
export function perFile(exports: readonly string[], writeMore?: () => Promise<void>): ReturnType<typeof preset> {
  return preset({
    entry: ['src/**/*.{ts,tsx}', '!src/**/*.{test,test-d,d}.*', '!src/**/testing/**'],
    bundle: false,
    esbuildPlugins: [cssImports],
    onSuccess: async () => {
      await writeStyles()
      await writeDeclarations(
        'src',
        'dist',
        exports.map((name) => `exports/${name}`),
      )
      await writeMore?.()
    },
  })
}

/** Writes the types of a program's `index`, for code that imports it: those of one of its sources. */
export async function declareIndex(folder: string, source: string): Promise<void> {
  await writeDeclarations('src', folder, [source])
  await writeFile(`${folder}/index.d.ts`, `export * from './${source}.js'\n`)
}
