import { type ConnectorFeatures, isLatchkeyError, isRecord, type SiwxMessageFields } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import {
  createSignInMessage,
  createSignInMessageText,
  type SolanaSignInInput as StandardInput,
} from '@solana/wallet-standard-core'
import { assertAccount, assertFeature, parseAccounts } from '../connectors/accounts.js'
import { requestWallet } from '../connectors/requests.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { invalidParams, isSameBytes, toBase58 } from '../encoding.js'
import { isSignatureOf } from '../verify/verifySignature.js'
import { readOutput, signMessage } from './sign.js'
import type { SolanaSignInInput, SolanaSignInOutput } from './types.js'

type SignInRequest = Parameters<ConnectorFeatures['message:signIn']>[0]

/**
 * Signs in with the wallet's own form (`solana:signIn`). The signed text has to be exactly what the standard makes of the
 * input, and the signature has to be valid for the account, so that any server can verify the result.
 */
export async function signIn(
  link: WalletLink,
  wallet: WalletObserver,
  request: SignInRequest,
): Promise<SolanaSignInOutput> {
  const { account, input, signal } = request
  if (!isRecord(input)) throw invalidParams('input is not an object.')
  const chosen = assertAccount(link, wallet, request)
  // many wallets list the feature for the wallet, but not for its accounts
  if (!chosen.features.includes('solana:signMessage')) assertFeature(link, chosen, 'solana:signIn')
  const domain = input.domain ?? link.env.window()?.location.host
  if (!domain) throw invalidParams('domain is missing, and there is no page to read it from.')
  const fields = { ...omitUndefined(input), domain, address: account.address }

  const reply = await requestWallet(link, { feature: 'solana:signIn', inputs: [{ ...fields }] }, { signal })
  const expected = createSignInMessage(fields)
  const signedMessage = readOutput(reply, 'signedMessage')
  const signature = readOutput(reply, 'signature')
  if (readAddress(reply) !== account.address)
    throw new InvalidWalletReplyError({ details: `The wallet signed in with another account than ${account.address}.` })
  if (!isSameBytes(signedMessage, expected))
    throw new InvalidWalletReplyError({ details: 'The wallet signed another text than the one of the input.' })
  if (!isSignatureOf(account.address, signedMessage, signature))
    throw new InvalidWalletReplyError({ details: `The signature is not one of ${account.address}.` })
  return { account: chosen.account, signedMessage, signature }
}

function readAddress(reply: unknown): string | undefined {
  try {
    const [output] = reply as readonly { readonly account: unknown }[]
    return parseAccounts([output?.account])?.[0]?.account.address
  } catch {
    return undefined // a getter that throws
  }
}

type SignSignInRequest = Parameters<ConnectorFeatures['signIn:sign']>[0]

/** Errors of a wallet that can't sign in with the fields. None of them can follow a prompt that was declined. */
const unsupportedCodes = [
  'METHOD_NOT_SUPPORTED',
  'METHOD_NOT_FOUND',
  'UNSUPPORTED_METHOD',
  'INVALID_PARAMS',
  'INVALID_INPUT',
]

/**
 * Signs a sign-in text and resolves with the signature in base58. Uses the wallet's own form, which shows the user what they
 * sign and for whom, if the standard makes exactly this text of the fields; else signs the text as a message. A declined
 * prompt is final.
 */
export async function signSignIn(
  link: WalletLink,
  wallet: WalletObserver,
  request: SignSignInRequest,
): Promise<string> {
  const { account, network, signal, message, data } = request
  const base = { account, network, signal }
  const input = toInput(data)
  const isSame =
    createSignInMessageText({ ...omitUndefined(input), domain: data.domain, address: account.address }) === message
  if (isSame) {
    try {
      return toBase58((await signIn(link, wallet, { ...base, input })).signature)
    } catch (cause) {
      if (!isLatchkeyError(cause) || !unsupportedCodes.includes(cause.code)) throw cause
    }
  }
  return signMessage(link, wallet, { ...base, message })
}

function toInput(data: SiwxMessageFields): SolanaSignInInput {
  const { domain, statement, uri, version, chainId, nonce, issuedAt, expirationTime, notBefore, requestId, resources } =
    data
  const times = { issuedAt, expirationTime, notBefore }
  return { domain, statement, uri, version, chainId, nonce, ...times, requestId, resources }
}

/** The input without undefined fields, which some wallets would include in the text. */
function omitUndefined(input: SolanaSignInInput): StandardInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as StandardInput
}
