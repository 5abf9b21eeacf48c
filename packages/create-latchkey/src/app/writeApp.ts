import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type AppChoices, findNameProblem, templates } from './choices.js'
import { type OwnVersions, toManifest } from './toManifest.js'
import { toReadme } from './toReadme.js'
import { toEnv, toModalModule } from './toSources.js'

export type WriteAppOptions = {
  readonly choices: AppChoices
  /** The folder of the templates. */
  readonly templatesFolder: string
  readonly own: OwnVersions
  /** The command of the package manager, for the README. */
  readonly manager: string
}

/** Names that packing or test runners of this repository would not leave alone. */
const renamed: Readonly<Record<string, string>> = {
  _gitignore: '.gitignore',
  'smoke.ts': 'app.test.ts',
  'smoke.tsx': 'app.test.tsx',
}

/** Writes a new app to a folder, which {@link findFolderProblem} has checked. Installs nothing. */
export function writeApp(folder: string, { choices, templatesFolder, own, manager }: WriteAppOptions): void {
  const { template, chains, wagmi } = choices
  const layers = [...templates[template].layers, ...(wagmi ? [`${template}-wagmi`] : [])]
  const sources = join(folder, templates[template].sources)
  const from = (...path: readonly string[]): string => join(templatesFolder, ...path)
  mkdirSync(join(sources, 'testing'), { recursive: true })
  for (const layer of layers) cpSync(from(layer), folder, { recursive: true })
  cpSync(from('common', '_gitignore'), join(folder, '_gitignore'))
  cpSync(from('common', 'style.css'), join(sources, 'style.css'))
  // the test of a page with wagmi's hooks needs an EVM account
  cpSync(from('wallets', `${wagmi ? 'evm' : chains[0]}.ts`), join(sources, 'testing/wallet.ts'))
  for (const parent of [folder, sources])
    for (const [name, target] of Object.entries(renamed))
      if (existsSync(join(parent, name))) renameSync(join(parent, name), join(parent, target))

  const name = basename(folder)
  const env = toEnv(choices)
  writeFileSync(join(sources, 'modal.ts'), toModalModule(choices))
  if (env !== null) writeFileSync(join(folder, '.env'), env)
  writeFileSync(join(folder, 'README.md'), toReadme(name, choices, manager))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(toManifest(name, choices, own), null, 2)}\n`)
}

/** Returns why no app can be written to a folder, or null. */
export function findFolderProblem(folder: string): string | null {
  const problem = findNameProblem(basename(folder))
  if (problem !== null) return problem
  let nearest = folder
  // on Windows, a whole drive may be missing
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  if (statSync(nearest, { throwIfNoEntry: false })?.isDirectory() === false)
    return `"${nearest}" is a file. Choose another name.`
  if (!existsSync(folder)) return null
  const found = readdirSync(folder).find((name) => name !== '.git')
  return found === undefined ? null : `The folder "${folder}" is not empty. Choose another name, or empty it first.`
}
