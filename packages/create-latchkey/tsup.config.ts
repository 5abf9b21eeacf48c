import { cp, readFile, writeFile } from 'node:fs/promises'
import { preset } from '../../tsup.preset.ts'

/** The packages of this repository that new apps use, by name without the scope. */
const siblings = [
  ...['adapter-bitcoin', 'adapter-evm', 'adapter-solana', 'core'],
  ...['embedded-wallet', 'testing', 'ui-react', 'walletconnect'],
]

/** Writes the versions of the siblings, which are released together. */
async function writeOwnVersions(): Promise<void> {
  const versions = await Promise.all(
    siblings.map(async (name) => [name, JSON.parse(await readFile(`../${name}/package.json`, 'utf8')).version]),
  )
  await writeFile('dist/versions.json', `${JSON.stringify(Object.fromEntries(versions), null, 2)}\n`)
}

const config: ReturnType<typeof preset> = preset({
  entry: { main: 'src/main.ts' },
  platform: 'node',
  onSuccess: async () => {
    await writeOwnVersions()
    await cp('templates', 'dist/templates', { recursive: true })
  },
})
export default config
