export type Template = 'react' | 'next' | 'vue' | 'svelte' | 'html'
export type Chain = 'evm' | 'solana' | 'bitcoin'

/** Choices for a new app. */
export type AppChoices = {
  readonly template: Template
  /** At least one. The first one is the app's initial ecosystem. */
  readonly chains: readonly Chain[]
  /** Whether users without a wallet can log in, by email, social account or Farcaster. */
  readonly logins: boolean
  /** Whether wallets on phones can connect, by QR code or link. */
  readonly pairing: boolean
  /** Whether wagmi's hooks follow the modal: React with EVM only. */
  readonly wagmi: boolean
}

type TemplateFacts = {
  readonly title: string
  /** Folders of `templates/` that the app is made of: a file of a later one replaces those of the ones before. */
  readonly layers: readonly string[]
  /** The folder of the app's sources. */
  readonly sources: 'src' | 'app'
  readonly isReact: boolean
}

export const templates: { readonly [name in Template]: TemplateFacts } = {
  react: { title: 'React, with Vite', layers: ['react'], sources: 'src', isReact: true },
  next: { title: 'Next.js, App Router', layers: ['next'], sources: 'app', isReact: true },
  vue: { title: 'Vue', layers: ['standalone', 'vue'], sources: 'src', isReact: false },
  svelte: { title: 'Svelte', layers: ['standalone', 'svelte'], sources: 'src', isReact: false },
  html: { title: 'plain HTML and TypeScript', layers: ['standalone', 'html'], sources: 'src', isReact: false },
}

type ChainFacts = { readonly title: string; readonly about: string }

export const chains: { readonly [name in Chain]: ChainFacts } = {
  evm: { title: 'EVM', about: 'Ethereum, Base and other EVM chains' },
  solana: { title: 'Solana', about: 'Solana' },
  bitcoin: { title: 'Bitcoin', about: 'Bitcoin' },
}

export const isTemplate = (name: string): name is Template => Object.hasOwn(templates, name)
export const isChain = (name: string): name is Chain => Object.hasOwn(chains, name)

/** Whether wagmi can be used with a template and chains. */
export function canUseWagmi(choices: Pick<AppChoices, 'template' | 'chains'>): boolean {
  return templates[choices.template].isReact && choices.chains.includes('evm')
}

/** Returns why no app can be made of these choices, or null. */
export function findChoiceProblem(choices: AppChoices): string | null {
  if (!choices.wagmi || canUseWagmi(choices)) return null
  return 'wagmi needs React or Next.js, and EVM among the chains. Leave out --wagmi, or choose these.'
}

/** Returns why a name for an app is invalid, or null. Its folder and its package get this name. */
export function findNameProblem(name: string): string | null {
  if (/^[a-z\d][a-z\d._-]{0,213}$/.test(name) && name !== 'node_modules') return null
  return `Invalid name: "${name}". Use lowercase letters, digits, dots, hyphens and underscores, and start with a letter or a digit.`
}
