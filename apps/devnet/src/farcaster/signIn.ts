import { createSiweMessage } from 'viem/siwe'
import type { Channel, ChannelResponse } from './channels.js'
import type { People, SignInKey } from './people.js'

/** Fault of a signed message. */
export type SignInFault =
  | 'otherDomain'
  | 'otherNonce'
  | 'otherFid'
  | 'otherUri'
  | 'otherApp'
  | 'otherChain'
  | 'otherSigner'
  | 'expired'
  | 'noFid'
  | 'twoFids'

export type SignInOptions = {
  readonly name: string
  readonly key?: SignInKey | undefined
  readonly fault?: SignInFault | undefined
}

/** Signs the message for a site, as the app on a phone does after approval. [FIP-11] */
export async function signIn(
  people: People,
  { request, nonce }: Channel,
  { name, key = 'custody', fault }: SignInOptions,
): Promise<ChannelResponse> {
  const own = await people.getFid(name)
  const fid = fault === 'otherFid' ? await people.getFid(`${name}-victim`) : own
  const account = people.getAccount(name, key)
  const ids = fault === 'noFid' ? [] : fault === 'twoFids' ? [fid, fid + 1n] : [fid]
  const { notBefore, expirationTime, requestId } = request
  const message = createSiweMessage({
    address: account.address,
    domain: fault === 'otherDomain' ? 'attacker.example' : request.domain,
    uri: toUri(request.siweUri, fault),
    nonce: fault === 'otherNonce' ? 'abcdef0123456789' : nonce,
    chainId: fault === 'otherChain' ? 1 : 10,
    version: '1',
    statement: 'Farcaster Auth',
    issuedAt: new Date(),
    ...(notBefore && { notBefore: new Date(notBefore) }),
    ...(expirationTime && { expirationTime: new Date(expirationTime) }),
    ...(fault === 'expired' && { expirationTime: new Date(Date.now() - 3_600_000) }),
    ...(requestId && { requestId }),
    resources: ids.map((id) => `farcaster://fid/${id}`),
  })
  const signer = fault === 'otherSigner' ? people.getAccount(`${name}-attacker`) : account
  const signature = await signer.signMessage({ message })
  const authMethod = key === 'auth' ? 'authAddress' : 'custody'
  return { message, signature, fid: Number(fid), username: name, authMethod }
}

function toUri(uri: string, fault: SignInFault | undefined): string {
  if (fault === 'otherUri') return 'https://attacker.example/'
  if (fault !== 'otherApp') return uri
  const url = new URL(uri)
  url.searchParams.set('app', 'Another app')
  return url.href
}
