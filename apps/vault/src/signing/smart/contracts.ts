import type { Address, Hex } from 'viem'
import { entryPointAddress } from '../../protocol/entryPoint.js'

/**
 * Safe 1.4.1 with its module for ERC-4337, version 0.3.0, on the entry point 0.7, where their authors put them on every network.
 * `safe` is the form that tells by events what it does, on all networks alike, so that an account has one address.
 */
export const entryPoint: Address = entryPointAddress
export const safe: Address = '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762'
export const proxyFactory: Address = '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67'
export const safeModule: Address = '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226'
export const safeModuleSetup: Address = '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47'
/** Runs several calls as the account itself, by a delegate call: the one that is ever signed. It makes none in turn. */
export const multiSend: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

/** Of the code that the factory makes an account with, `safe` included: an account's address follows from it. [EIP-1014] */
export const accountCodeHash: Hex = '0xe298282cefe913ab5d282047161268a8222e4bd4ed106300c547894bbefd31ee'
