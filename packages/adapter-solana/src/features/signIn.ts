import { type ConnectorFeatures, isRecord } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { createSignInMessage } from '@solana/wallet-standard-core'
import { isSameBytes } from '../bytes.js'
import { askWallet } from '../connectors/askWallet.js'
import type { Wallet } from '../connectors/createWallet.js'
import { parseAccounts } from '../connectors/parseAccounts.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { isSignatureOf } from '../transaction/isSignatureOf.js'
import { assertAccount, assertFeature } from './assertAccount.js'
import { invalidParams } from './invalidParams.js'
import { pickGiven } from './pickGiven.js'
import { readOutput } from './readOutputs.js'
import type { SolanaSignInOutput } from './types.js'

type Request = Parameters<ConnectorFeatures['message:signIn']>[0]

/**
 * Signs in (`solana:signIn`). The text that the wallet signed has to be exactly the one that the standard makes of the
 * input, and its signature one of the account: what is returned can be verified by any server.
 */
export async function signIn(link: WalletLink, wallet: Wallet, request: Request): Promise<SolanaSignInOutput> {
  const { account, input, signal } = request
  if (!isRecord(input)) throw invalidParams('input is no object.')
  const chosen = assertAccount(link, wallet, request)
  // many wallets name it beside their accounts only
  if (!chosen.features.includes('solana:signMessage')) assertFeature(link, chosen, 'solana:signIn')
  const domain = input.domain ?? link.env.window()?.location.host
  if (!domain) throw invalidParams('domain is missing, and there is no page to take it from.')
  const fields = { ...pickGiven(input), domain, address: account.address }

  const reply = await askWallet(link, { feature: 'solana:signIn', inputs: [{ ...fields }] }, { signal })
  const expected = createSignInMessage(fields)
  const signedMessage = readOutput(reply, 'signedMessage')
  const signature = readOutput(reply, 'signature')
  if (readAddress(reply) !== account.address)
    throw new InvalidWalletReplyError({ details: `The wallet signed in another account than ${account.address}.` })
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
    return undefined // a getter of a foreign object
  }
}
