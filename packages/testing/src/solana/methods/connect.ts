import type { StandardAccount } from '@latchkey/core'
import { createRpcError } from '../../scripted/rpc.js'
import { safeText } from '../../scripted/wallet.js'
import { createStranger, signOrLie } from '../state/createKeys.js'
import type { WalletCall, WalletContext } from './walletMethod.js'

/** `standard:connect`: prompts only if the site is not connected and the request isn't silent. Concurrent calls share the prompt. */
export async function connect(
  context: WalletContext,
  call: WalletCall,
): Promise<{ readonly accounts: readonly StandardAccount[] }> {
  const { state, connectsSilently } = context
  const [input] = call.inputs as readonly ({ readonly silent?: boolean } | undefined)[]
  if (!(input?.silent && connectsSilently)) await permit(context, call)
  return { accounts: state.exposed() }
}

/** Unlocks the wallet and connects the site, if needed. */
async function permit({ state, script, update, connectOnce }: WalletContext, { ask }: WalletCall): Promise<void> {
  if (state.lock.isLocked()) {
    if (script.flags().locked === 'pending') throw createRpcError(-32_002, 'Already processing unlock. Please wait.')
    await state.lock.untilUnlocked()
  }
  if (state.granted().length > 0) return
  await connectOnce(async () => {
    await ask('connect', `Connect to ${safeText(state.origin)}`)
    update(() => state.grant(state.keys.list().map(({ address }) => address)))
  })
}

type Output = {
  readonly account: StandardAccount
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

/** `solana:signIn`: connects if needed, writes the text, and signs it. */
export async function signIn(context: WalletContext, call: WalletCall): Promise<readonly Output[]> {
  const { state, script } = context
  const [input = {}] = call.inputs as readonly Readonly<Record<string, unknown>>[]
  await permit(context, call)
  const key = input['address'] === undefined ? state.keys.selected() : state.keys.find(input['address'])
  if (!key) throw createRpcError(-32_602, 'The wallet does not have this account.')
  await call.ask('signIn', `Sign in to ${safeText(String(input['domain'] ?? state.origin))}`)
  const { lie } = script.flags()
  const words = lie === 'otherMessage' ? { ...input, statement: 'Something else' } : input
  const text = writeSignIn({ domain: toHost(state.origin), ...words, address: key.address })
  const signedMessage = new TextEncoder().encode(text)
  const account = state.toAccount(lie === 'otherAccount' ? createStranger() : key)
  return [{ account, signedMessage, signature: signOrLie(key, signedMessage, lie) }]
}

/** Tests may use origins that aren't URLs. */
function toHost(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin
}

const labels = {
  uri: 'URI',
  version: 'Version',
  chainId: 'Chain ID',
  nonce: 'Nonce',
  issuedAt: 'Issued At',
  expirationTime: 'Expiration Time',
  notBefore: 'Not Before',
  requestId: 'Request ID',
} as const

/** The text of a sign-in (Sign In With Solana, based on EIP-4361). */
function writeSignIn(input: Readonly<Record<string, unknown>>): string {
  const { domain, address, statement, resources } = input
  const fields = Object.entries(labels).flatMap(([name, label]) =>
    input[name] === undefined ? [] : [`${label}: ${input[name]}`],
  )
  const list = Array.isArray(resources) ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []
  const end = [...fields, ...list].join('\n')
  const head = `${domain} wants you to sign in with your Solana account:\n${address}`
  return [head, statement, end].filter(Boolean).join('\n\n')
}
