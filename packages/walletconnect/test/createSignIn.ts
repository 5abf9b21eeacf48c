import type { CaipNetworkId, PairingSignIn, SiwxMessageFields, SiwxSession } from '@latchkey/core'
import { evmOne, evmTwo } from './networks.js'

export type SignInRig = {
  readonly signIn: PairingSignIn
  /** Signed sessions, one list per call of `onSigned`. */
  readonly signed: readonly (readonly SiwxSession[])[]
  /** Requested messages, one per code. */
  readonly messages: readonly SiwxMessageFields[]
}

export type SignInRigOptions = {
  readonly chainIds?: readonly CaipNetworkId[] | undefined
  readonly fields?: Partial<SiwxMessageFields> | undefined
}

/** A site that requires sign-in: each message has its own nonce and id. */
export function createSignIn({ chainIds = [evmOne, evmTwo], fields }: SignInRigOptions = {}): SignInRig {
  const signed: (readonly SiwxSession[])[] = []
  const messages: SiwxMessageFields[] = []
  const signIn: PairingSignIn = {
    chainIds,
    async createMessage() {
      const message: SiwxMessageFields = {
        accountAddress: '',
        chainId: evmOne,
        domain: 'shop.example:8443',
        uri: 'https://shop.example:8443/members',
        version: '1',
        nonce: `nonce${messages.length}abcdefgh`,
        issuedAt: new Date(1_900_000_000_000).toISOString(),
        expirationTime: '2100-01-01T00:00:00.000Z',
        requestId: `request-${messages.length}`,
        statement: 'Sign in to the shop.',
        resources: ['https://shop.example/terms'],
        ...fields,
      }
      messages.push(message)
      return message
    },
    onSigned: (sessions) => void signed.push(sessions),
  }
  return { signIn, signed, messages }
}
