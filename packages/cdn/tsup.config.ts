import { copyFile, writeFile } from 'node:fs/promises'
import { preset } from '../../tsup.preset.ts'
import { listIntegrity } from './src/listIntegrity.js'

const names = ['latchkey', 'controllers']

/** Bundles everything that a page needs into one folder, with chunks for what is loaded on demand. */
const config: ReturnType<typeof preset> = preset({
  entry: Object.fromEntries(names.map((name) => [name, `src/exports/${name}.ts`])),
  platform: 'browser',
  noExternal: [/./],
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  // resolves the built packages instead of the workspace's sources
  tsconfig: 'tsconfig.build.json',
  onSuccess: async () => {
    for (const name of names) await copyFile(`src/exports/${name}.ts`, `dist/${name}.d.ts`)
    await copyFile('../ui-react/dist/styles.css', 'dist/styles.css')
    await writeFile('dist/integrity.json', `${JSON.stringify(await listIntegrity('dist'), null, 2)}\n`)
  },
})
export default config
