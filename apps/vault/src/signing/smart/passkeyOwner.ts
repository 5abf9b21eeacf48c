import { p256 } from '@noble/curves/nist.js'
import {
  type Address,
  bytesToString,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getCreate2Address,
  type Hex,
  hexToBytes,
  numberToHex,
  pad,
  parseAbi,
  sha256,
  size,
  stringToHex,
  toHex,
} from 'viem'
import { fromBase64url, toBase64url } from '../../encoding/base64url.js'
import { InvalidRequestError } from '../InvalidRequestError.js'

/**
 * Safe's WebAuthn signers 0.2.1, at the addresses of their authors' deployments on every network. The shared signer keeps the passkey in
 * the account's own storage, so that an account that isn't deployed yet can be validated [ERC-7562]; other passkeys have a signer each.
 */
export const passkeySharedSigner: Address = '0x94a4F6affBd8975951142c3999aEAB7ecee555c2'

export const passkeySigner: Address = '0x4E27b51350e6c2083EE19011120F50DAfEc5CA50'

export const passkeySignerFactory: Address = '0x1d31F259eE307358a26dFb23EB365939E8641195'

/** Verifies P-256 signatures where there is no precompile for it. */
export const p256Verifier: Address = '0xA86e0054C51E4894D88762a017ECc5E5235f5DBA'

/** The precompile, and the fallback contract if it is missing or fails. [EIP-7951] */
const verifiers = (0x0100n << 160n) | BigInt(p256Verifier)

/** Creation code of the signer that the factory deploys for each passkey: its address follows from it. [EIP-1014] */
const signerCode: Hex = concat([
  '0x610100346100ad57601f6101b538819003918201601f19168301916001600160401b038311848410176100b2578084926080946040528339810103',
  '0x126100ad578051906001600160a01b03821682036100ad5760208101516040820151606090920151926001600160b01b03841684036100ad57608052',
  '0x60a05260c05260e05260405160ec90816100c98239608051816082015260a05181604d015260c051816027015260e0518160010152f35b600080fd5b',
  '0x634e487b7160e01b600052604160045260246000fdfe7f000000000000000000000000000000000000000000000000000000000000000060b6360152',
  '0x7f000000000000000000000000000000000000000000000000000000000000000060a03601527f000000000000000000000000000000000000000000',
  '0x000000000000000000000036608001523660006080376000806056360160807f00000000000000000000000000000000000000000000000000000000',
  '0x000000005af43d600060803e60b1573d6080fd5b3d6080f3fea26469706673582212201660515548d15702d720bbc046b457ca85e941a4559ab9f951',
  '0x8488e4c82e5ee964736f6c634300081a0033',
])

/** The public key of a passkey, on P-256: 32 bytes each. */
export type PasskeyKey = { readonly x: Hex; readonly y: Hex }

/** Inputs of the address of an account in self-custody. The wallet's own key isn't one of them. */
export type SelfCustodyOrigin = {
  /** The passkey that it was created with. */
  readonly first: PasskeyKey
  /** Address of its recovery code's key, an owner as well. Absent: it was created without a code. */
  readonly recovery?: Address | undefined
}

/** An account in self-custody. */
export type SelfCustody = SelfCustodyOrigin & {
  /** The user's passkeys that own it now, on the network in question. */
  readonly passkeys: readonly PasskeyKey[]
}

/** A passkey's assertion, in base64url. [WebAuthn §5.2.2] */
export type PasskeyAssertion = {
  readonly authenticatorData: string
  readonly clientDataJSON: string
  /** DER. */
  readonly signature: string
}

const abi = parseAbi([
  'struct Signer { uint256 x; uint256 y; uint176 verifiers; }',
  'function configure(Signer signer)',
  'function createSigner(uint256 x, uint256 y, uint176 verifiers)',
])

/** The call, by delegation from the account's setup, that makes the passkey the account's own in the shared signer. */
export function encodeConfigure({ x, y }: PasskeyKey): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'configure',
    args: [{ x: BigInt(x), y: BigInt(y), verifiers }],
  })
}

/** The call of the factory that deploys the signer of a passkey; does nothing if it is deployed. */
export function encodeCreateSigner({ x, y }: PasskeyKey): Hex {
  return encodeFunctionData({ abi, functionName: 'createSigner', args: [BigInt(x), BigInt(y), verifiers] })
}

/** The address of the signer of a passkey, deployed or not. */
export function toSignerAddress({ x, y }: PasskeyKey): Address {
  const words = [{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'uint176' }] as const
  const args = encodeAbiParameters(words, [passkeySigner, BigInt(x), BigInt(y), verifiers])
  return getCreate2Address({
    from: passkeySignerFactory,
    salt: pad('0x', { size: 32 }),
    bytecode: concat([signerCode, args]),
  })
}

/** Bytes of a site's hash, flags and counter. Extensions, of which none is requested, would add to it. [WebAuthn §6.1] */
const authenticatorDataSize = 37

/** Max bytes of that and of the fields that a browser writes after the challenge, such as origins, for estimates. */
const maxSize = authenticatorDataSize + 512

type PasskeySigning = {
  /** 32 bytes: the challenge for the passkey. */
  readonly challenge: Hex
  readonly key: PasskeyKey
  /** The signer in the account's list of owners. */
  readonly owner: Address
}

/**
 * Encodes a passkey's assertion as the account's signature, after verifying it as the contract will: with the expected challenge, not the
 * returned one. Throws InvalidRequestError for a signature of another passkey or another challenge, and for one that the contract
 * rejects.
 */
export function encodePasskeySignature(given: PasskeyAssertion, { challenge, key, owner }: PasskeySigning): Hex {
  const authenticatorData = fromBase64url(given.authenticatorData)
  const clientData = bytesToString(fromBase64url(given.clientDataJSON))
  // the order of its members is fixed, so that contracts need no parser [WebAuthn §5.8.1.1]
  const start = `{"type":"webauthn.get","challenge":"${toBase64url(hexToBytes(challenge))}",`
  const fields = clientData.slice(start.length, -1)
  const isVerified = ((authenticatorData[32] ?? 0) & 0x05) === 0x05
  const bytes = authenticatorData.length + size(stringToHex(fields))
  if (clientData !== `${start}${fields}}` || !isVerified || bytes > maxSize) throw toRefused()
  const signed = concat([toHex(authenticatorData), sha256(stringToHex(clientData))])
  const [r, s] = readSignature(fromBase64url(given.signature), { signed, key })
  return encodeContractSignature(owner, { authenticatorData: toHex(authenticatorData), fields, r, s })
}

function readSignature(
  der: Uint8Array,
  { signed, key: { x, y } }: { readonly signed: Hex; readonly key: PasskeyKey },
): readonly [r: bigint, s: bigint] {
  try {
    // authenticators return either s, and the contract takes either
    const options = { prehash: false, lowS: false, format: 'der' } as const
    if (p256.verify(der, sha256(signed, 'bytes'), hexToBytes(concat(['0x04', x, y])), options)) {
      const { r, s } = p256.Signature.fromBytes(der, 'der')
      return [r, s]
    }
  } catch (cause) {
    throw toRefused(cause)
  }
  throw toRefused()
}

function toRefused(cause?: unknown): InvalidRequestError {
  return new InvalidRequestError('This is not a signature of the account’s passkey for what was shown', {
    ...(cause !== undefined && { cause }),
  })
}

type EncodedAssertion = {
  readonly authenticatorData: Hex
  readonly fields: string
  readonly r: bigint
  readonly s: bigint
}

/** A contract's signature as Safe takes it: its address, where its bytes start, a zero, and the bytes. [ERC-1271] */
function encodeContractSignature(owner: Address, { authenticatorData, fields, r, s }: EncodedAssertion): Hex {
  const parts = [{ type: 'bytes' }, { type: 'string' }, { type: 'uint256' }, { type: 'uint256' }] as const
  const bytes = encodeAbiParameters(parts, [authenticatorData, fields, r, s])
  return encodePacked(
    ['bytes32', 'uint256', 'uint8', 'uint256', 'bytes'],
    [pad(owner), 65n, 0, BigInt(size(bytes)), bytes],
  )
}

/**
 * A placeholder for gas estimation, of the maximum length. It is invalid, so the fallback contract verifies it too after the precompile: the
 * most that a signature can cost.
 */
export function createStubPasskeySignature(owner: Address): Hex {
  return encodeContractSignature(owner, {
    authenticatorData: concat([pad('0x01', { size: 32 }), '0x05', numberToHex(1, { size: 4 })]),
    fields: 'x'.repeat(maxSize - authenticatorDataSize),
    r: BigInt(stringToHex('r'.repeat(32))),
    s: BigInt(stringToHex('s'.repeat(32))),
  })
}
