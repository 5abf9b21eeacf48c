import { relative, resolve } from 'node:path'
import { type AppChoices, chains, findChoiceProblem, templates } from '../app/choices.js'
import type { OwnVersions } from '../app/toManifest.js'
import { listSettings } from '../app/toSources.js'
import { findFolderProblem, writeApp } from '../app/writeApp.js'
import { type Answers, askChoices, defaults, type Terminal } from './askChoices.js'
import { installDependencies, type PackageManager } from './packageManager.js'
import { type Arguments, parseArguments, usage } from './parseArguments.js'

export type CreateOptions = {
  readonly cwd: string
  readonly manager: PackageManager
  readonly templatesFolder: string
  readonly own: OwnVersions
  /** The terminal for questions; null if there is none. */
  readonly terminal: Terminal | null
  readonly print: (text: string) => void
  readonly warn: (text: string) => void
}

/**
 * Runs the command: asks for missing choices, writes the app, and installs its dependencies if wanted.
 *
 * @returns the exit code: 0, or 1 if no app was created or its dependencies are not installed
 */
export async function runCreate(args: readonly string[], options: CreateOptions): Promise<number> {
  const { cwd, manager, templatesFolder, own, terminal, print, warn } = options
  const refuse = (problem: string): number => {
    warn(problem)
    return 1
  }
  const parsed = parseArguments(args)
  if ('problem' in parsed) return refuse(`${parsed.problem}\n\n${usage}`)
  if (parsed.help) {
    print(usage)
    return 0
  }
  const check = (path: string): string | null => findFolderProblem(resolve(cwd, path))
  // before asking for the rest
  const early = parsed.folder === undefined ? null : check(parsed.folder)
  if (early !== null) return refuse(early)
  const answers = terminal && !parsed.yes ? await askChoices(parsed, { ...terminal, check }) : toDefaults(parsed)
  if (answers === null) return refuse('Nothing was created.')
  const { choices, install } = answers
  const problem = check(answers.folder) ?? findChoiceProblem(choices)
  if (problem !== null) return refuse(problem)
  const folder = resolve(cwd, answers.folder)
  writeApp(folder, { choices, templatesFolder, own, manager })
  const isInstalled = install && (await installDependencies(folder, manager))
  print(describeNext(relative(cwd, folder), { choices, manager, isInstalled }))
  if (!install || isInstalled) return 0
  return refuse(`The app was created, but "${manager} install" failed. Run it again in the new folder.`)
}

function toDefaults({ folder = defaults.folder, choices, install = false }: Arguments): Answers {
  const { template, chains: list, logins, pairing, wagmi } = choices
  return {
    folder,
    install,
    choices: {
      template: template ?? defaults.template,
      chains: list ?? defaults.chains,
      logins: logins ?? defaults.logins,
      pairing: pairing ?? defaults.pairing,
      wagmi: wagmi ?? defaults.wagmi,
    },
  }
}

type Created = { readonly choices: AppChoices; readonly manager: PackageManager; readonly isInstalled: boolean }

/** Describes the new app and the next steps. */
function describeNext(folder: string, { choices, manager, isInstalled }: Created): string {
  const list = new Intl.ListFormat('en').format(choices.chains.map((chain) => chains[chain].title))
  const settings = listSettings(choices)
  return [
    '',
    `Created ${folder || 'the app'}: ${templates[choices.template].title}, for ${list}.`,
    '',
    ...(folder ? [`  cd ${folder}`] : []),
    ...(isInstalled ? [] : [`  ${manager} install`]),
    `  ${manager} run dev`,
    '',
    `Its smoke test: ${manager} run test`,
    ...(settings.length > 0 ? [`Fill in .env: ${settings.map(({ name }) => name).join(', ')}.`] : []),
  ].join('\n')
}
