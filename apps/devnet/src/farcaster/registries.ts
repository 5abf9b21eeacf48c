import type { Address } from 'viem'

/** Where they are on Optimism, and so here. */
export const idRegistryAddress: Address = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
export const keyRegistryAddress: Address = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e'

export const idRegistryAbi = [
  {
    type: 'function',
    name: 'idOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ name: 'fid', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'register',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'to', type: 'address' }],
    outputs: [{ name: 'fid', type: 'uint256' }],
  },
] as const

export const keyRegistryAbi = [
  {
    type: 'function',
    name: 'add',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'fid', type: 'uint256' },
      { name: 'keyType', type: 'uint32' },
      { name: 'key', type: 'bytes' },
    ],
    outputs: [],
  },
  {
    type: 'function',
    name: 'remove',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'fid', type: 'uint256' },
      { name: 'key', type: 'bytes' },
    ],
    outputs: [],
  },
] as const
