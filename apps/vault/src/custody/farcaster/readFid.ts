import { clockTolerance, readMessageText } from '@latchkey/siwx'
import {
  type Address,
  BaseError,
  createPublicClient,
  ExecutionRevertedError,
  encodeAbiParameters,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  http,
  type PublicClient,
  parseAbi,
  verifyMessage,
} from 'viem'

type FarcasterAnswer = {
  readonly message: string
  readonly signature: string
  readonly domain: string
  readonly siweUri: string
  readonly nonce: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Returns the Farcaster id of the user who signed in, or why the sign-in is invalid. The message must be for this site
 * and this login, signed by the id's owner or an auth address. Nothing else that the relay reports is trusted. [FIP-11]
 * [I13]
 */
export async function readFid(
  { message, signature, domain, siweUri, nonce, now }: FarcasterAnswer,
  registries: Registries,
): Promise<{ readonly fid: string } | { readonly fault: string }> {
  const reading = readMessageText(message, 'eip155')
  if (!reading.isValid) return { fault: 'It isn’t a sign-in message.' }
  const { fields, scheme } = reading
  if (fields.domain !== domain || fields.uri !== siweUri || scheme !== undefined)
    return { fault: 'It’s for a different site.' }
  if (fields.nonce !== nonce) return { fault: 'It’s from a different login.' }
  if (fields.chainId !== 'eip155:10') return { fault: 'It’s for a different network.' }
  const { expirationTime, notBefore } = fields
  const isPast = expirationTime !== undefined && Date.parse(expirationTime) + clockTolerance.usual <= now
  const isFuture = notBefore !== undefined && Date.parse(notBefore) - clockTolerance.usual > now
  if (isPast || isFuture) return { fault: 'It isn’t valid at this time.' }
  const ids = (fields.resources ?? []).flatMap((one) => /^farcaster:\/\/fid\/([1-9]\d{0,18})\/?$/.exec(one)?.[1] ?? [])
  const [fid] = ids
  if (fid === undefined || ids.length > 1) return { fault: 'It must name exactly one Farcaster id.' }
  const signed = { address: fields.accountAddress as Address, message, signature: signature as Hex }
  const isSigned = (await verifyMessage(signed).catch(() => false)) || (await registries.isSignedByContract(signed))
  if (!isSigned) return { fault: 'Its signature is invalid.' }
  return (await registries.speaksFor(signed.address, BigInt(fid)))
    ? { fid }
    : { fault: 'Its account doesn’t own that Farcaster id.' }
}

/** Farcaster's contracts on Optimism: id owners, and keys that may speak for an id. */
const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'

const keyRegistry = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e'

const idAbi = parseAbi(['function idOf(address owner) view returns (uint256)'])

const keyAbi = parseAbi(['function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType))'])

/** Key state "added"; key type "auth address". */
const [added, authAddress] = [1, 2]

type Registries = {
  /** Whether an address owns an id, or may sign in for it. Rejects if the chain doesn't respond. */
  readonly speaksFor: (address: Address, fid: bigint) => Promise<boolean>
  /** Verifies a signature of a smart contract account. Rejects if the chain doesn't respond. */
  readonly isSignedByContract: (signed: { address: Address; message: string; signature: Hex }) => Promise<boolean>
}

/** Reads the registries through a node. */
export function createRegistries(rpcUrl: string): Registries {
  const transport = http(rpcUrl, { timeout: 5_000, retryCount: 1 })
  // contracts must not name URLs to fetch
  const client: PublicClient = createPublicClient({ transport, ccipRead: false })
  return {
    async speaksFor(address, fid) {
      const owned = await client.readContract({
        address: idRegistry,
        abi: idAbi,
        functionName: 'idOf',
        args: [address],
      })
      if (owned === fid) return true
      const key = encodeAbiParameters([{ type: 'address' }], [address])
      const { state, keyType } = await client.readContract({
        address: keyRegistry,
        abi: keyAbi,
        functionName: 'keyDataOf',
        args: [fid, key],
      })
      return state === added && keyType === authAddress
    },
    // viem's verifyMessage also returns false if the node fails
    async isSignedByContract({ address, message, signature }) {
      const data = encodeDeployData({
        abi: erc6492SignatureValidatorAbi,
        bytecode: erc6492SignatureValidatorByteCode,
        args: [address, hashMessage(message), signature],
      })
      try {
        const reply = await client.call({ data })
        return reply.data !== undefined && BigInt(reply.data) === 1n
      } catch (cause) {
        if (cause instanceof BaseError && cause.walk((one) => one instanceof ExecutionRevertedError)) return false
        throw cause
      }
    },
  }
}
