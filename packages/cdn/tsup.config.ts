import { copyFile, writeFile } from 'node:fs/promises'
import { preset } from '../../tsup.preset.ts'
import { listIntegrity } from './src/listIntegrity.js'

const names = ['latchkey', 'controllers']

/** Everything that a page needs in one folder: what it loads at first, and all that is loaded later beside it. */
const config: ReturnType<typeof preset> = preset({
  entry: Object.fromEntries(names.map((name) => [name, `src/exports/${name}.ts`])),
  platform: 'browser',
  noExternal: [/./],
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  // the built packages, not the sources that the workspace's own paths point at
  tsconfig: 'tsconfig.build.json',
  onSuccess: async () => {
    for (const name of names) await copyFile(`src/exports/${name}.ts`, `dist/${name}.d.ts`)
    await copyFile('../ui-react/dist/styles.css', 'dist/styles.css')
    await writeFile('dist/integrity.json', `${JSON.stringify(await listIntegrity('dist'), null, 2)}\n`)
  },
})
export default config
