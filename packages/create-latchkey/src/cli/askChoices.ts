import { createInterface } from 'node:readline/promises'
import { type AppChoices, canUseWagmi, chains, templates } from '../app/choices.js'
import type { Arguments } from './parseArguments.js'

export type Terminal = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream }

export type Answers = { readonly folder: string; readonly choices: AppChoices; readonly install: boolean }

/** The default choices for an app. */
export const defaults: AppChoices & { readonly folder: string } = {
  folder: 'my-app',
  template: 'react',
  chains: ['evm'],
  wagmi: false,
  logins: false,
  pairing: false,
}

export type AskOptions = Terminal & {
  /** Returns why no app can be written to a folder, or null. */
  readonly check: (folder: string) => string | null
}

/** Asks for the choices that are missing on the command line. Returns null if the user quits with Ctrl-C or Ctrl-D. */
export async function askChoices(args: Arguments, { input, output, check }: AskOptions): Promise<Answers | null> {
  const lines = createInterface({ input, output })
  const left = new AbortController()
  lines.once('close', () => left.abort())
  const ask: Ask = async (question) => (await lines.question(question, { signal: left.signal })).trim()
  const open = args.choices
  try {
    const folder = args.folder ?? (await askFolder(ask, check))
    const template =
      open.template ?? (await askItem(ask, { title: 'Template', items: templates, preset: defaults.template }))
    const list = open.chains ?? (await askItems(ask, { title: 'Chains', items: chains, preset: defaults.chains }))
    const confirm = (question: string, preset: boolean): Promise<boolean> => askYesNo(ask, `${question}?`, preset)
    const wagmi = open.wagmi ?? (canUseWagmi({ template, chains: list }) && (await confirm("Use wagmi's hooks", false)))
    const logins = open.logins ?? (await confirm('Let users without a wallet log in by email or social account', false))
    const pairing = open.pairing ?? (await confirm('Connect wallets on phones by QR code', false))
    const install = args.install ?? (await confirm('Install the dependencies now', true))
    return { folder, choices: { template, chains: list, wagmi, logins, pairing }, install }
  } catch (error) {
    if (left.signal.aborted) return null
    throw error
  } finally {
    lines.close()
  }
}

type Ask = (question: string) => Promise<string>

async function askFolder(ask: Ask, check: AskOptions['check']): Promise<string> {
  for (let head = ''; ; ) {
    const folder = (await ask(`${head}Folder [${defaults.folder}]: `)) || defaults.folder
    const problem = check(folder)
    if (problem === null) return folder
    head = `${problem}\n`
  }
}

type Menu<name extends string, preset> = {
  readonly title: string
  readonly items: { readonly [item in name]: { readonly title: string; readonly about?: string } }
  readonly preset: preset
}

async function askItem<name extends string>(ask: Ask, { title, items, preset }: Menu<name, name>): Promise<name> {
  for (let head = toList(title, items); ; head = notListed) {
    const item = toItem(items, (await ask(`${head}\nChoose one [${preset}]: `)) || preset)
    if (item) return item
  }
}

async function askItems<name extends string>(
  ask: Ask,
  { title, items, preset }: Menu<name, readonly name[]>,
): Promise<readonly name[]> {
  for (let head = toList(title, items); ; head = notListed) {
    const reply = await ask(`${head}\nChoose one or more, separated by commas [${preset.join()}]: `)
    const found = (reply || preset.join()).split(/[\s,]+/).map((word) => toItem(items, word))
    const chosen = found.filter((item) => item !== undefined)
    if (chosen.length === found.length) return [...new Set(chosen)]
  }
}

const notListed = 'Choose by the number or the name in the list.'

function toList(title: string, items: Menu<string, unknown>['items']): string {
  const rows = Object.entries(items).map(
    ([name, item], index) => `  ${index + 1}  ${name.padEnd(8)} ${item.about ?? item.title}`,
  )
  return [title, ...rows].join('\n')
}

/** Returns the item with this number in the list, or with this name. */
function toItem<name extends string>(items: { readonly [item in name]: unknown }, reply: string): name | undefined {
  const names = Object.keys(items) as name[]
  return names.find((item) => item === reply) ?? names[Number(reply) - 1]
}

async function askYesNo(ask: Ask, question: string, preset: boolean): Promise<boolean> {
  for (;;) {
    const reply = (await ask(`${question} [${preset ? 'Y/n' : 'y/N'}]: `)).toLowerCase()
    if (reply === '') return preset
    if (/^y(es)?$/.test(reply)) return true
    if (/^no?$/.test(reply)) return false
  }
}
