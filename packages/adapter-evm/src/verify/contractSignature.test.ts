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

  /** Ours, which viem has to agree with. */
  const check = async (address: Address, signature: Hex, text = message): ReturnType<TestVerifier['verify']> => {
    const verdict = await rig.verify(rig.claim({ address, signature, message: text }))
    expect(await rig.verifyInViem({ address, signature, message: text })).toBe(verdict.isValid)
    return verdict
  }

  const createChainClient = () =>
    createWalletClient({ account: devAccount(0), chain: foundry, transport: http(rig.rpcUrl) })

  describe('an account that is deployed (ERC-1271)', () => {
    it('signs by its owner: nobody else, nothing else, nowhere else', async () => {
      const address = await rig.deploy('Accounts', 'KeyAccount', owner.address)
      const own = { name: 'KeyAccount', address }
      const signature = await signForAccount(owner, own, message)
      expect(await check(address, signature)).toEqual(byContract)
      expect(await check(address, signature, 'Other')).toEqual(refused)
      expect(await check(address, await signForAccount(stranger, own, message))).toEqual(refused)
      expect(await check(owner.address, signature)).toEqual(refused)

      // of the same owner, and on another chain
      const sibling = await rig.deploy('Accounts', 'KeyAccount', owner.address)
      expect(await check(sibling, signature)).toEqual(refused)
      const elsewhere = await signForAccount(owner, { ...own, chainId: 1 }, message)
      expect(await check(address, elsewhere)).toEqual(refused)
      // the owner's own words are not the account's
      expect(await check(address, await owner.signMessage({ message }))).toEqual(refused)
    })

    it('signs by a passkey (WebAuthn)', async () => {
      const [passkey, other] = [createPasskey(), createPasskey()]
      const address = await rig.deploy('Accounts', 'PasskeyAccount', ...passkey.publicKey)
      expect(await check(address, passkey.sign(address, message))).toEqual(byContract)
      expect(await check(address, passkey.sign(address, 'Other'))).toEqual(refused)
      expect(await check(address, other.sign(address, message))).toEqual(refused)
    })

    it('may still wrap its signatures as if it were not (ERC-6492)', async () => {
      const { account, wrap } = await promise()
      await deployPromised(account)
      const signature = await signForAccount(owner, { name: 'KeyAccount', address: account.address }, message)
      expect(await check(account.address, signature)).toEqual(byContract)
      expect(await check(account.address, wrap(signature))).toEqual(byContract)
      const foreign = await signForAccount(stranger, { name: 'KeyAccount', address: account.address }, message)
      expect(await check(account.address, wrap(foreign))).toEqual(refused)
    })
  })

  describe('an account that is not deployed (ERC-6492)', () => {
    it('signs by its owner, and stays undeployed', async () => {
      const { account, wrap } = await promise()
      const { address } = account
      const signature = await signForAccount(owner, { name: 'KeyAccount', address }, message)
      expect(await check(address, wrap(signature))).toEqual(byContract)
      expect(await check(address, wrap(signature), 'Other')).toEqual(refused)
      // without what makes it, nobody can know
      expect(await check(address, signature)).toEqual(refused)
      const foreign = await signForAccount(stranger, { name: 'KeyAccount', address }, message)
      expect(await check(address, wrap(foreign))).toEqual(refused)
      expect(await getCode(createChainClient(), { address })).toBeUndefined()
    })

    it('is not the one that the factory makes for somebody else', async () => {
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

    it('is asked again once it has been prepared', async () => {
      const address = await rig.deploy('Accounts', 'UnpreparedAccount', owner.address)
      const signature = await signForAccount(owner, { name: 'UnpreparedAccount', address }, message)
      const data = encodeFunctionData({ abi: parseAbi(['function prepare()']), functionName: 'prepare' })
      const wrapped = serializeErc6492Signature({ address, data, signature })
      const ask = (given: Hex): ReturnType<TestVerifier['verify']> =>
        rig.verify(rig.claim({ address, message, signature: given }))
      expect(await ask(signature)).toEqual(refused)
      expect(await ask(wrapped)).toEqual(byContract)
      expect(await ask(signature)).toEqual(refused) // nothing of it stays
    })
  })

  describe('a key that has delegated to a contract (EIP-7702)', () => {
    it('signs by itself without a node, and in the way of the contract', async () => {
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

  /** An account of the owner that a factory would put at an address that is known beforehand. */
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

it('writes what viem writes', () => {
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

it('reads what viem wraps', () => {
  fc.assert(
    fc.property(address, bytes, bytes, (factory, prepare, signature) => {
      const wrapped = serializeErc6492Signature({ address: factory, data: prepare, signature })
      expect(parseWrapped(wrapped)).toEqual({ factory, prepare, signature })
    }),
  )
})

it('leaves a signature without a wrapper as it is', () => {
  fc.assert(
    fc.property(bytes, (signature) => {
      expect(parseWrapped(signature)).toEqual({ signature })
    }),
  )
})

/** For chains of any age, without names or traces of the compiler, as small as it can be. */
const settings = {
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 1 },
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  debug: { revertStrings: 'strip' },
}

// `vitest run contractSignature -u` rewrites the file, e.g. after a change of the contract
test('is what the compiler makes of SignatureCheck.sol', async () => {
  const file = new URL('./SignatureCheck.sol', import.meta.url).pathname
  const { SignatureCheck } = compileContracts({ file, settings })
  const text = `/** Creation code of SignatureCheck.sol. Written by contractSignature.test.ts. */\nexport const signatureCheckCode =\n  '${SignatureCheck?.bytecode}'\n`
  await expect(text).toMatchFileSnapshot('./signatureCheckCode.generated.ts')
})
