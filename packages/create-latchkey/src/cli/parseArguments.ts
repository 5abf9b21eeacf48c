import { parseArgs } from 'node:util'
import { type AppChoices, chains, isChain, isTemplate, templates } from '../app/choices.js'

/** The parsed command line. Missing choices are undefined. */
export type Arguments = {
  readonly folder: string | undefined
  readonly choices: { readonly [choice in keyof AppChoices]: AppChoices[choice] | undefined }
  readonly install: boolean | undefined
  /** Whether to use the defaults for missing choices instead of asking. */
  readonly yes: boolean
  readonly help: boolean
}

const templateNames = Object.keys(templates).join(', ')
const chainNames = Object.keys(chains).join(', ')

export const usage: string = `Usage: npm create latchkey [folder] -- [options]

  --template <name>   ${templateNames}. Default: react
  --chains <names>    ${chainNames}, separated by commas. Default: evm
  --wagmi             wagmi's hooks follow the modal: React and Next.js, with EVM
  --logins            users without a wallet log in by email, social account or Farcaster
  --pairing           wallets on phones connect, by QR code or link
  --install           install the dependencies
  --yes               take the defaults instead of asking
  --help              print this text

Without options, a terminal asks for each. --no-wagmi, --no-logins, --no-pairing and --no-install answer with no.`

const options = {
  template: { type: 'string' },
  chains: { type: 'string' },
  wagmi: { type: 'boolean' },
  logins: { type: 'boolean' },
  pairing: { type: 'boolean' },
  install: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Parses the command line. `problem` describes an invalid one. */
export function parseArguments(args: readonly string[]): Arguments | { readonly problem: string } {
  const parsed = readOptions(args)
  if ('problem' in parsed) return parsed
  const { values, positionals } = parsed
  const [folder, ...others] = positionals
  if (others.length > 0) return { problem: `Specify one folder, not ${positionals.length}: ${positionals.join(', ')}.` }
  const { template, wagmi, logins, pairing, install, yes = false, help = false } = values
  if (template !== undefined && !isTemplate(template))
    return { problem: `Unknown template: "${template}". Use one of ${templateNames}.` }
  const names = values.chains?.split(',').map((name) => name.trim())
  const unknown = names?.find((name) => !isChain(name))
  if (unknown !== undefined) return { problem: `Unknown chain: "${unknown}". Use some of ${chainNames}.` }
  const choices = { template, chains: names && [...new Set(names.filter(isChain))], wagmi, logins, pairing }
  return { folder, choices, install, yes, help }
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
