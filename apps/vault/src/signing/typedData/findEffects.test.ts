import { describe, expect, it } from 'vitest'
import type { TypedDataSummary } from '../../protocol/summary.js'
import { describeRequest } from '../readRequest.js'
import { accounts, createRequest, otherAddress } from '../testing/requests.js'
import type { TypedField } from './parseTypedData.js'

const owner = accounts.eip155
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const most = 2n ** 256n - 1n

const fields = (list: string): readonly TypedField[] =>
  list.split(', ').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { name, type }
  })
const details = fields('address token, uint160 amount, uint48 expiration, uint48 nonce')
const permitted = fields('address token, uint256 amount')

function read(
  primaryType: string,
  structs: Record<string, readonly TypedField[]>,
  message: object,
  contract = token,
): TypedDataSummary {
  const domain = { name: 'X', chainId: 1, verifyingContract: contract }
  const data = JSON.stringify({ domain, types: structs, primaryType, message }, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return describeRequest(createRequest('eth_signTypedData_v4', [owner, data])).summary as TypedDataSummary
}

describe('the effects of typed data', () => {
  const eip2612 = { Permit: fields('address owner, address spender, uint256 value, uint256 nonce, uint256 deadline') }
  const permit = { owner, spender: otherAddress, value: 5n, nonce: 0, deadline: 1_800_000_000 }

  it('include the allowance of a token permit [EIP-2612]', () => {
    expect(read('Permit', eip2612, permit)).toMatchObject({
      allowances: [{ token, spender: otherAddress, amount: '5', isUnlimited: false }],
      warnings: ['movesTokens'],
    })
    expect(read('Permit', eip2612, { ...permit, value: most })).toMatchObject({
      allowances: [{ amount: String(most), isUnlimited: true }],
      warnings: ['unlimitedAllowance', 'movesTokens'],
    })
  })

  it('include a warning for a permit for one NFT [EIP-4494]', () => {
    const types = { Permit: fields('address spender, uint256 tokenId, uint256 nonce, uint256 deadline') }
    const item = { spender: otherAddress, tokenId: 0, nonce: 0, deadline: 1_800_000_000 }
    expect(read('Permit', types, item).warnings).toEqual(['movesTokens'])
  })

  it('include warnings for a permit for a whole NFT collection, but not for its revocation', () => {
    const types = { PermitForAll: fields('address operator, bool approved, uint256 nonce, uint256 deadline') }
    const all = { operator: otherAddress, approved: true, nonce: 0, deadline: 1_800_000_000 }
    expect(read('PermitForAll', types, all).warnings).toEqual(['allItems', 'movesTokens'])
    expect(read('PermitForAll', types, { ...all, approved: false }).warnings).toEqual([])
  })

  it('include a warning if the owner is another account', () => {
    expect(read('Permit', eip2612, { ...permit, owner: otherAddress }).warnings).toEqual(['movesTokens', 'otherOwner'])
  })

  it('include an unlimited allowance or a revocation for a DAI permit', () => {
    const dai = { Permit: fields('address holder, address spender, uint256 nonce, uint256 expiry, bool allowed') }
    const message = { holder: owner, spender: otherAddress, nonce: 1, expiry: 0, allowed: true }
    expect(read('Permit', dai, message)).toMatchObject({
      allowances: [{ token, spender: otherAddress, isUnlimited: true }],
      warnings: ['unlimitedAllowance', 'movesTokens'],
    })
    expect(read('Permit', dai, { ...message, allowed: false })).toMatchObject({
      allowances: [{ amount: '0', isUnlimited: false }],
      warnings: ['movesTokens'],
    })
  })

  it('include the allowances of Permit2, for one token or several', () => {
    const single = {
      PermitSingle: fields('PermitDetails details, address spender, uint256 sigDeadline'),
      PermitDetails: details,
    }
    const batch = {
      PermitBatch: fields('PermitDetails[] details, address spender, uint256 sigDeadline'),
      PermitDetails: details,
    }
    const one = { token, amount: 2n ** 160n - 1n, expiration: 1_900_000_000, nonce: 0 }
    expect(
      read('PermitSingle', single, { details: one, spender: otherAddress, sigDeadline: 1 }, permit2),
    ).toMatchObject({
      allowances: [{ token, spender: otherAddress, isUnlimited: true, until: '1900000000' }],
      warnings: ['unlimitedAllowance', 'movesTokens'],
    })
    const two = [one, { ...one, token: owner, amount: 3 }]
    expect(
      read('PermitBatch', batch, { details: two, spender: otherAddress, sigDeadline: 1 }, permit2).allowances,
    ).toMatchObject([
      { token, isUnlimited: true },
      { token: owner, amount: '3', isUnlimited: false },
    ])
  })

  it.each([
    ['PermitTransferFrom', 'TokenPermissions permitted'],
    ['PermitBatchTransferFrom', 'TokenPermissions[] permitted'],
    ['PermitWitnessTransferFrom', 'TokenPermissions permitted'],
    ['PermitBatchWitnessTransferFrom', 'TokenPermissions[] permitted'],
  ])('include the amount that a %s permits', (name, first) => {
    const structs = {
      [name]: fields(`${first}, address spender, uint256 nonce, uint256 deadline`),
      TokenPermissions: permitted,
    }
    const part = { token, amount: 77 }
    const message = {
      permitted: first.includes('[]') ? [part] : part,
      spender: otherAddress,
      nonce: 1,
      deadline: 1_900_000_000,
    }
    expect(read(name, structs, message, permit2)).toMatchObject({
      allowances: [{ token, spender: otherAddress, amount: '77', until: '1900000000' }],
      warnings: ['movesTokens'],
    })
  })

  it('include a transfer with authorization [EIP-3009]', () => {
    const name = 'TransferWithAuthorization'
    const structs = {
      [name]: fields('address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce'),
    }
    const message = {
      from: owner,
      to: otherAddress,
      value: 9,
      validAfter: 0,
      validBefore: 1_900_000_000,
      nonce: `0x${'01'.repeat(32)}`,
    }
    expect(read(name, structs, message)).toMatchObject({
      transfers: [{ token, to: otherAddress, amount: '9', until: '1900000000' }],
      warnings: ['movesTokens'],
    })
  })

  it('are empty if names match a known struct but types do not', () => {
    const summary = read('Permit', { Permit: fields('string owner, string spender') }, { owner: 'x', spender: 'y' })
    expect(summary).toMatchObject({ allowances: [], transfers: [] })
  })
})
