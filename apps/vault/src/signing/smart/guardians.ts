import {
  type Address,
  concat,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  getCreate2Address,
  type Hex,
  hashTypedData,
  isAddressEqual,
  keccak256,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem'
import { encodeBatch, type SmartCall } from './calls.js'
import { isPossibleOwner } from './owners.js'
import { accountCodeHash, multiSend, proxyFactory, safe, safeModule } from './smartAccount.js'

/** Zodiac's Delay modifier 1.0.1 and its factory 1.2.0, at the addresses of their authors' deployments on every network. */
export const delayModifier: Address = '0xd54895B1121A2eE3f37b502F507631FA1331BED6'

export const moduleFactory: Address = '0x000000000000aDdB49795b0f9bA5BC298cDda236'

/** Start of a Safe's linked lists. */
const sentinel: Address = '0x0000000000000000000000000000000000000001'

/** Guardians, who together can replace the owners of an account, and the delay in which the owners can object. */
export type Guardians = {
  readonly addresses: readonly Address[]
  /** Number of guardians that must agree. */
  readonly threshold: number
  /** Seconds from their request until it can be executed. */
  readonly delay: number
}

/** Guardians of one account. */
const maxGuardians = 10

/** Seconds. */
const delays = { min: 86_400, max: 90 * 86_400 } as const

const abi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 salt)',
  'function deployModule(address masterCopy, bytes initializer, uint256 salt)',
  'function setUp(bytes parameters)',
  'function enableModule(address module)',
  'function disableModule(address previous, address module)',
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[] modules, address next)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
  'function executeNextTx(address to, uint256 value, bytes data, uint8 operation)',
  'function setTxNonce(uint256 nonce)',
  'function approveHash(bytes32 hash)',
  'function approvedHashes(address owner, bytes32 hash) view returns (uint256)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function owner() view returns (address)',
  'function avatar() view returns (address)',
  'function target() view returns (address)',
  'function txCooldown() view returns (uint256)',
  'function txExpiration() view returns (uint256)',
  'function txNonce() view returns (uint256)',
  'function queueNonce() view returns (uint256)',
  'function getTxCreatedAt(uint256 nonce) view returns (uint256)',
  'function getTxHash(uint256 nonce) view returns (bytes32)',
  'function nonce() view returns (uint256)',
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
])

/** Code of a proxy that the factory deploys. [EIP-1167] */
const delayCode: Hex = concat(['0x363d3d373d3d3d363d73', delayModifier, '0x5af43d82803e903d91602b57fd5bf3'])

type Contracts = {
  /** The guardians' own Safe, the only module of the Delay modifier. */
  readonly safe: { readonly address: Address; readonly create: SmartCall }
  /** The Delay modifier, a module of the account. */
  readonly delay: { readonly address: Address; readonly create: SmartCall }
}

/** Throws a RangeError for people if guardians can't be set up like this. */
export function assertGuardians({ addresses, threshold, delay }: Guardians, account: Address): void {
  if (new Set(addresses.map((one) => getAddress(one))).size < addresses.length)
    throw new RangeError('Each guardian can be named only once.')
  if (!addresses.every((one) => isPossibleOwner(one) && !isAddressEqual(one, account)))
    throw new RangeError('One of these addresses can’t be a guardian.')
  if (addresses.length > maxGuardians || !Number.isInteger(threshold) || threshold < 1 || threshold > addresses.length)
    throw new RangeError('There are too few guardians for the number that it takes.')
  if (!Number.isInteger(delay) || delay < delays.min || delay > delays.max)
    throw new RangeError('The waiting period is from 1 to 90 days.')
}

type ContractTerms = {
  readonly account: Address
  readonly guardians: Guardians
  /** Random, so that the modifier is new: it has no pending requests, and no one has deployed it before. */
  readonly salt: bigint
}

function toContracts({ account, guardians, salt }: ContractTerms): Contracts {
  const { addresses, threshold, delay } = guardians
  const call = (to: Address, data: Hex): SmartCall => ({ to, value: 0n, data })
  const owners = addresses.map((one) => getAddress(one)).toSorted()
  const safeSetup = encodeFunctionData({
    abi,
    functionName: 'setup',
    args: [owners, BigInt(threshold), zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress],
  })
  const delaySetup = encodeFunctionData({
    abi,
    functionName: 'setUp',
    args: [
      encodeAbiParameters(
        [{ type: 'address' }, { type: 'address' }, { type: 'address' }, { type: 'uint256' }, { type: 'uint256' }],
        // owner, avatar, target; delay; requests don't expire
        [account, account, account, BigInt(delay), 0n],
      ),
    ],
  })
  const safeSalt = keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(safeSetup), salt]))
  const delaySalt = keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(delaySetup), salt]))
  const createSafe = { abi, functionName: 'createProxyWithNonce', args: [safe, safeSetup, salt] } as const
  const createDelay = { abi, functionName: 'deployModule', args: [delayModifier, delaySetup, salt] } as const
  return {
    safe: {
      address: getCreate2Address({ from: proxyFactory, salt: safeSalt, bytecodeHash: accountCodeHash }),
      create: call(proxyFactory, encodeFunctionData(createSafe)),
    },
    delay: {
      address: getCreate2Address({
        from: moduleFactory,
        salt: delaySalt,
        bytecode: concat(['0x602d8060093d393df3', delayCode]),
      }),
      create: call(moduleFactory, encodeFunctionData(createDelay)),
    },
  }
}

/** Calls a contract; resolves with the result. */
export type Read = (to: Address, data: Hex) => Promise<unknown>

export type ReadChain = {
  readonly call: Read
  readonly getCode: (address: Address) => Promise<unknown>
}

/** Guardians as they are set up on a network. */
export type ActiveGuardians = Guardians & {
  readonly delayModule: Address
  readonly safe: Address
  /** Before it in the account's list of modules. */
  readonly previous: Address
  /** Of the next request to execute, and of the next one to be made. They differ while a request waits. */
  readonly nonce: bigint
  readonly queueNonce: bigint
  /** The pending request: the hash of its calls, and the Unix time in seconds from which anyone can execute it. */
  readonly pending?: { readonly hash: Hex; readonly dueAt: number } | undefined
}

type View = 'txCooldown' | 'txNonce' | 'queueNonce' | 'getThreshold' | 'nonce'

async function readNumber(call: Read, to: Address, functionName: View): Promise<bigint> {
  return decodeFunctionResult({
    abi,
    functionName,
    data: (await call(to, encodeFunctionData({ abi, functionName }))) as Hex,
  })
}

async function readModules(call: Read, to: Address): Promise<readonly Address[]> {
  const query = { abi, functionName: 'getModulesPaginated' } as const
  const data = (await call(to, encodeFunctionData({ ...query, args: [sentinel, 20n] }))) as Hex
  const [modules] = decodeFunctionResult({ ...query, data })
  return modules
}

/**
 * Reads the guardians of a deployed account from the chain. Undefined if it has none, or another module than those that the account page sets
 * up: only a Delay modifier that the account itself owns, and that acts for its guardians' Safe alone, counts.
 */
export async function readGuardians(
  account: Address,
  { call, getCode }: ReadChain,
): Promise<ActiveGuardians | undefined> {
  const modules = await readModules(call, account)
  for (const [index, delayModule] of modules.entries()) {
    if (isAddressEqual(delayModule, safeModule)) continue
    if (String(await getCode(delayModule)).toLowerCase() !== delayCode.toLowerCase()) continue
    const own = await Promise.all(
      (['owner', 'avatar', 'target'] as const).map(async (functionName) =>
        decodeFunctionResult({
          abi,
          functionName,
          data: (await call(delayModule, encodeFunctionData({ abi, functionName }))) as Hex,
        }),
      ),
    )
    const [guardians, ...others] = await readModules(call, delayModule)
    if (!own.every((one) => isAddressEqual(one, account)) || !guardians || others.length > 0) continue
    const ownersQuery = { abi, functionName: 'getOwners' } as const
    const [cooldown, nonce, queueNonce, threshold, owners] = await Promise.all([
      readNumber(call, delayModule, 'txCooldown'),
      readNumber(call, delayModule, 'txNonce'),
      readNumber(call, delayModule, 'queueNonce'),
      readNumber(call, guardians, 'getThreshold'),
      call(guardians, encodeFunctionData(ownersQuery)).then((data) =>
        decodeFunctionResult({ ...ownersQuery, data: data as Hex }),
      ),
    ])
    const pending = queueNonce > nonce ? await readPending(call, { delayModule, nonce, cooldown }) : undefined
    return {
      ...{ addresses: owners, threshold: Number(threshold), delay: Number(cooldown) },
      ...{ delayModule, safe: guardians, previous: modules[index - 1] ?? sentinel, nonce, queueNonce },
      ...(pending && { pending }),
    }
  }
  return undefined
}

async function readPending(
  call: Read,
  {
    delayModule,
    nonce,
    cooldown,
  }: { readonly delayModule: Address; readonly nonce: bigint; readonly cooldown: bigint },
): Promise<NonNullable<ActiveGuardians['pending']>> {
  const ask = (functionName: 'getTxHash' | 'getTxCreatedAt'): Promise<unknown> =>
    call(delayModule, encodeFunctionData({ abi, functionName, args: [nonce] }))
  const [hash, createdAt] = await Promise.all([ask('getTxHash'), ask('getTxCreatedAt')])
  return { hash: hash as Hex, dueAt: Number(BigInt(createdAt as Hex) + cooldown) }
}

type SetupOptions = {
  readonly account: Address
  readonly wanted: Guardians | undefined
  /** Those that are replaced. */
  readonly active: ActiveGuardians | undefined
  readonly salt: bigint
}

/** The calls by which an account gets these guardians, or none, in place of those that it has. */
export function toGuardianCalls({ account, wanted, active, salt }: SetupOptions): readonly SmartCall[] {
  const call = (to: Address, data: Hex): SmartCall => ({ to, value: 0n, data })
  const removed = active
    ? [
        // also a request that waits: it is worth nothing without its module
        call(
          account,
          encodeFunctionData({ abi, functionName: 'disableModule', args: [active.previous, active.delayModule] }),
        ),
      ]
    : []
  if (!wanted) return removed
  const { safe: own, delay } = toContracts({ account, guardians: wanted, salt })
  const enable = (to: Address, module: Address): SmartCall =>
    call(to, encodeFunctionData({ abi, functionName: 'enableModule', args: [module] }))
  return [...removed, own.create, delay.create, enable(account, delay.address), enable(delay.address, own.address)]
}

/** The call by which an account cancels its guardians' requests. */
export function toCancelCall({ delayModule, queueNonce }: ActiveGuardians): SmartCall {
  const data = encodeFunctionData({ abi, functionName: 'setTxNonce', args: [queueNonce] })
  return { to: delayModule, value: 0n, data }
}

/** A request of guardians: calls of the account, in one batch by delegation to the batch contract. */
export type GuardianRequest = {
  /** As the Delay modifier stores it. */
  readonly hash: Hex
  /** The call of the guardians' Safe that makes it wait. */
  readonly queue: Hex
  /** The call of the Delay modifier that executes it once it is due. */
  readonly execute: Hex
}

export function toGuardianRequest(calls: readonly SmartCall[]): GuardianRequest {
  const data = encodeBatch(calls)
  const args = [multiSend, 0n, data, 1] as const
  return {
    hash: keccak256(encodePacked(['address', 'uint256', 'bytes', 'uint8'], args)),
    queue: encodeFunctionData({ abi, functionName: 'execTransactionFromModule', args }),
    execute: encodeFunctionData({ abi, functionName: 'executeNextTx', args }),
  }
}

type SafeTransaction = { readonly hash: Hex; readonly nonce: bigint }

/** Reads the transaction that the guardians approve in their Safe: queuing the request in the Delay modifier. */
export async function readApproval(
  { safe: address, delayModule }: ActiveGuardians,
  { request, chainId, call }: { readonly request: GuardianRequest; readonly chainId: number; readonly call: Read },
): Promise<SafeTransaction> {
  const nonce = await readNumber(call, address, 'nonce')
  const hash = hashTypedData({
    domain: { chainId, verifyingContract: address },
    types: {
      SafeTx: [
        { type: 'address', name: 'to' },
        { type: 'uint256', name: 'value' },
        { type: 'bytes', name: 'data' },
        { type: 'uint8', name: 'operation' },
        { type: 'uint256', name: 'safeTxGas' },
        { type: 'uint256', name: 'baseGas' },
        { type: 'uint256', name: 'gasPrice' },
        { type: 'address', name: 'gasToken' },
        { type: 'address', name: 'refundReceiver' },
        { type: 'uint256', name: 'nonce' },
      ],
    },
    primaryType: 'SafeTx',
    message: {
      ...{ to: delayModule, value: 0n, data: request.queue, operation: 0, safeTxGas: 0n, baseGas: 0n, gasPrice: 0n },
      ...{ gasToken: zeroAddress, refundReceiver: zeroAddress, nonce },
    },
  })
  return { hash, nonce }
}

/** Lists the guardians that have approved it on the chain. */
export async function listApprovals(
  { safe: address, addresses }: ActiveGuardians,
  { hash, call }: { readonly hash: Hex; readonly call: Read },
): Promise<readonly Address[]> {
  const has = async (guardian: Address): Promise<boolean> => {
    const data = encodeFunctionData({ abi, functionName: 'approvedHashes', args: [guardian, hash] })
    return BigInt((await call(address, data)) as Hex) > 0n
  }
  const approved = await Promise.all(addresses.map(has))
  return addresses.filter((_, index) => approved[index])
}

export function encodeApprove(hash: Hex): Hex {
  return encodeFunctionData({ abi, functionName: 'approveHash', args: [hash] })
}

/** The call of the guardians' Safe that anybody can make once enough of them have approved it. */
export function encodeQueue(
  { delayModule, threshold }: ActiveGuardians,
  { request, approved }: { readonly request: GuardianRequest; readonly approved: readonly Address[] },
): Hex {
  // ascending, as the Safe requires; each refers to an approval on the chain
  const signers = approved.toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1)).slice(0, threshold)
  const signatures = concat(signers.map((one) => concat([pad(one), pad('0x', { size: 32 }), '0x01'])))
  return encodeFunctionData({
    abi,
    functionName: 'execTransaction',
    args: [delayModule, 0n, request.queue, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, signatures],
  })
}
