import type { Address } from 'viem'

/** Where the contracts of smart accounts are on every chain that has them: they come by the same factories everywhere. */
export type AccountContracts = {
  /** ERC-4337, version 0.7. */
  readonly entryPoint: Address
  /** Safe 1.4.1, in the form that tells of what it does by events. */
  readonly safe: Address
  readonly safePlain: Address
  readonly proxyFactory: Address
  readonly fallbackHandler: Address
  readonly multiSend: Address
  readonly multiSendCallOnly: Address
  /** Safe's module for ERC-4337, version 0.3.0, and the library that enables it while an account is made. */
  readonly safe4337Module: Address
  readonly safeModuleSetup: Address
}

export const accountContracts: AccountContracts = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  safe: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  safePlain: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  proxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  fallbackHandler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  multiSend: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  safe4337Module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  safeModuleSetup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
}

/** Ours alone: the code that the bundler lays over the entry point to measure, and the contract that pays for operations. */
export const simulationsAddress: Address = '0xd000000000000000000000000000000000000d01'
export const paymasterAddress: Address = '0xd000000000000000000000000000000000000d02'
