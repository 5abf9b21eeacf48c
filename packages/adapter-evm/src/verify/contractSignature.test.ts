import { compileContracts, devAccount } from '@latchkey/devnet'
import fc from 'fast-check'
import {
  type Address,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  pad,
  parseAbi,
  parseAbiParameters,
  serializeErc6492Signature,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getCode, readContract, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { createPasskey } from '../../test/createPasskey.js'
import { setUpVerifier, type TestVerifier } from '../../test/setUpVerifier.js'
import { signForAccount } from '../../test/signForAccount.js'
import { encodeCheck, parseWrapped } from './contractSignature.js'
import { signatureCheckCode } from './signatureCheckCode.generated.js'

describe('contracts', () => {
  const owner = privateKeyToAccount(generatePrivateKey())

  const stranger = privateKeyToAccount(generatePrivateKey())

  const factoryAbi = parseAbi([
    'function createAccount(address owner, bytes32 salt) returns (address)',
    'function getAddress(address owner, bytes32 salt) view returns (address)',
  ])

  const message = 'app.example wants you to sign in with your Ethereum account'

  let rig: TestVerifier

  beforeAll(async () => {
    rig = await setUpVerifier()
  })

  afterEach(() => rig.proxy.reset())

  afterAll(() => rig.stop())

  const byContract = { isValid: true, by: 'contract' }

  const refused = { isValid: false }

  /** Verifies with this package, and checks that viem agrees. */
  const check = async (address: Address, signature: Hex, text = message): ReturnType<TestVerifier['verify']> => {
    const verdict = await rig.verify(rig.claim({ address, signature, message: text }))
    expect(await rig.verifyInViem({ address, signature, message: text })).toBe(verdict.isValid)
    return verdict
  }

  const createChainClient = () =>
    createWalletClient({ account: devAccount(0), chain: foundry, transport: http(rig.rpcUrl) })

  describe('a deployed account (ERC-1271)', () => {
    it('accepts a signature of its owner only for this account, message and chain', async () => {
      const address = await rig.deploy('Accounts', 'KeyAccount', owner.address)
      const own = { name: 'KeyAccount', address }
      const signature = await signForAccount(owner, own, message)
      expect(await check(address, signature)).toEqual(byContract)
      expect(await check(address, signature, 'Other')).toEqual(refused)
      expect(await check(address, await signForAccount(stranger, own, message))).toEqual(refused)
      expect(await check(owner.address, signature)).toEqual(refused)

      // another account of the same owner, and another chain
      const sibling = await rig.deploy('Accounts', 'KeyAccount', owner.address)
      expect(await check(sibling, signature)).toEqual(refused)
      const elsewhere = await signForAccount(owner, { ...own, chainId: 1 }, message)
      expect(await check(address, elsewhere)).toEqual(refused)
      // a signature of the owner's own key is not one of the account
      expect(await check(address, await owner.signMessage({ message }))).toEqual(refused)
    })

    it('accepts a signature of its passkey (WebAuthn)', async () => {
      const [passkey, other] = [createPasskey(), createPasskey()]
      const address = await rig.deploy('Accounts', 'PasskeyAccount', ...passkey.publicKey)
      expect(await check(address, passkey.sign(address, message))).toEqual(byContract)
      expect(await check(address, passkey.sign(address, 'Other'))).toEqual(refused)
      expect(await check(address, other.sign(address, message))).toEqual(refused)
    })

    it('accepts a signature that is still wrapped (ERC-6492)', async () => {
      const { account, wrap } = await promise()
      await deployPromised(account)
      const signature = await signForAccount(owner, { name: 'KeyAccount', address: account.address }, message)
      expect(await check(account.address, signature)).toEqual(byContract)
      expect(await check(account.address, wrap(signature))).toEqual(byContract)
      const foreign = await signForAccount(stranger, { name: 'KeyAccount', address: account.address }, message)
      expect(await check(account.address, wrap(foreign))).toEqual(refused)
    })
  })

  describe('an undeployed account (ERC-6492)', () => {
    it('accepts a wrapped signature of its owner, and stays undeployed', async () => {
      const { account, wrap } = await promise()
      const { address } = account
      const signature = await signForAccount(owner, { name: 'KeyAccount', address }, message)
      expect(await check(address, wrap(signature))).toEqual(byContract)
      expect(await check(address, wrap(signature), 'Other')).toEqual(refused)
      // without the factory call, it can't be verified
      expect(await check(address, signature)).toEqual(refused)
      const foreign = await signForAccount(stranger, { name: 'KeyAccount', address }, message)
      expect(await check(address, wrap(foreign))).toEqual(refused)
      expect(await getCode(createChainClient(), { address })).toBeUndefined()
    })

    it('rejects a signature whose factory call deploys the account of another owner', async () => {
      const { account, factory, salt } = await promise()
      const { address } = account
      const data = encodeFunctionData({
        abi: factoryAbi,
        functionName: 'createAccount',
        args: [stranger.address, salt],
      })
      const signature = await signForAccount(stranger, { name: 'KeyAccount', address }, message)
      expect(await check(address, serializeErc6492Signature({ address: factory, data, signature }))).toEqual(refused)
    })

    it('accepts a wrapped signature after its prepare call, which leaves no state behind', async () => {
      const address = await rig.deploy('Accounts', 'UnpreparedAccount', owner.address)
      const signature = await signForAccount(owner, { name: 'UnpreparedAccount', address }, message)
      const data = encodeFunctionData({ abi: parseAbi(['function prepare()']), functionName: 'prepare' })
      const wrapped = serializeErc6492Signature({ address, data, signature })
      const ask = (given: Hex): ReturnType<TestVerifier['verify']> =>
        rig.verify(rig.claim({ address, message, signature: given }))
      expect(await ask(signature)).toEqual(refused)
      expect(await ask(wrapped)).toEqual(byContract)
      expect(await ask(signature)).toEqual(refused) // the prepare call was only simulated
    })
  })

  describe('a key that has delegated to a contract (EIP-7702)', () => {
    it('accepts a signature of its key without a node, and one in the format of the contract', async () => {
      const account = privateKeyToAccount(generatePrivateKey())
      const client = createChainClient()
      const delegate = await rig.deploy('Accounts', 'DelegateAccount')
      const authorization = await account.signAuthorization({ address: delegate, chainId: 31_337, nonce: 0 })
      const hash = await client.sendTransaction({ to: owner.address, authorizationList: [authorization] })
      await waitForTransactionReceipt(client, { hash })
      expect(await getCode(client, { address: account.address })).toBe(`0xef0100${delegate.slice(2).toLowerCase()}`)

      const { address } = account
      const ownWords = await account.signMessage({ message })
      const nested = await signForAccount(account, { name: 'DelegateAccount', address }, message)
      const foreign = await signForAccount(stranger, { name: 'DelegateAccount', address }, message)
      const ask = (signature: Hex): ReturnType<TestVerifier['verify']> =>
        rig.verify(rig.claim({ address, message, signature }))
      expect(await ask(nested)).toEqual(byContract)
      expect(await ask(foreign)).toEqual(refused)
      expect(await ask(await stranger.signMessage({ message }))).toEqual(refused)
      rig.proxy.fail({ kind: 'cut', when: 'before' })
      expect(await ask(ownWords)).toEqual({ isValid: true, by: 'key' })
    })
  })

  /** An undeployed account of the owner, at the address where a factory would deploy it. */
  async function promise() {
    const client = createChainClient()
    const factory = await rig.deploy('Accounts', 'AccountFactory')
    const salt = pad('0x07')
    const args = [owner.address, salt] as const
    const address = await readContract(client, { address: factory, abi: factoryAbi, functionName: 'getAddress', args })
    const data = encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args })
    const wrap = (signature: Hex): Hex => serializeErc6492Signature({ address: factory, data, signature })
    return { account: { address, factory, data }, factory, salt, wrap }
  }

  async function deployPromised({ factory, data }: { readonly factory: Address; readonly data: Hex }): Promise<void> {
    const client = createChainClient()
    await waitForTransactionReceipt(client, { hash: await client.sendTransaction({ to: factory, data }) })
  }
})

const toBytes = (constraints: fc.IntArrayConstraints): fc.Arbitrary<Hex> =>
  fc.uint8Array(constraints).map((bytes) => toHex(bytes))

const bytes = toBytes({ maxLength: 300 })

const address = toBytes({ minLength: 20, maxLength: 20 })

const hash = toBytes({ minLength: 32, maxLength: 32 })

it('encodeCheck encodes like viem', () => {
  const types = parseAbiParameters('address, bytes32, bytes, address, bytes')
  fc.assert(
    fc.property(fc.record({ address, hash, signature: bytes, factory: address, prepare: bytes }), (check) => {
      const args = encodeAbiParameters(types, [
        check.address,
        check.hash,
        check.signature,
        check.factory,
        check.prepare,
      ])
      expect(encodeCheck(check)).toBe(`${signatureCheckCode}${args.slice(2)}`)
    }),
  )
})

it('parseWrapped reads signatures wrapped by viem', () => {
  fc.assert(
    fc.property(address, bytes, bytes, (factory, prepare, signature) => {
      const wrapped = serializeErc6492Signature({ address: factory, data: prepare, signature })
      expect(parseWrapped(wrapped)).toEqual({ factory, prepare, signature })
    }),
  )
})

it('parseWrapped returns an unwrapped signature unchanged', () => {
  fc.assert(
    fc.property(bytes, (signature) => {
      expect(parseWrapped(signature)).toEqual({ signature })
    }),
  )
})

/** For chains of any age, and as small as possible: without metadata and revert strings. */
const settings = {
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 1 },
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  debug: { revertStrings: 'strip' },
}

// `vitest run contractSignature -u` rewrites the file, e.g. after a change of the contract
test('signatureCheckCode is the compiled SignatureCheck.sol', async () => {
  const file = new URL('./SignatureCheck.sol', import.meta.url).pathname
  const { SignatureCheck } = compileContracts({ file, settings })
  const text = `/** Creation code of SignatureCheck.sol. Written by contractSignature.test.ts. */\nexport const signatureCheckCode =\n  '${SignatureCheck?.bytecode}'\n`
  await expect(text).toMatchFileSnapshot('./signatureCheckCode.generated.ts')
})
