import type { SiwxMessageFields } from '@latchkey/core'
import { SiweMessage } from 'siwe'
import { verifyMessage } from 'viem'
import { expect, test } from 'vitest'
import { createRig } from '../../test/createRig.js'
import { createSignIn } from '../../test/createSignIn.js'
import { evmOne, evmTwo } from '../../test/networks.js'

test('[S4.25] one consent connects and signs in on two chains, each signature by the account itself', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  const { signIn, signed, messages } = createSignIn()
  const pairing = rig.startPairing(['eip155'], signIn)
  const { uri } = await pairing.nextCode()
  expect(uri).toContain('methods=wc_sessionAuthenticate')
  await wallet.pair(uri)
  expect(await pairing.agreed).toEqual(['eip155'])

  const address = wallet.getState().addresses.eip155 as `0x${string}`
  expect(signed).toHaveLength(1)
  expect(signed[0]?.map(({ data }) => data.chainId)).toEqual([evmOne, evmTwo])
  const {
    domain,
    uri: page,
    version,
    nonce,
    issuedAt,
    expirationTime,
    requestId,
    statement,
    resources,
  } = messages[0] as SiwxMessageFields
  for (const { data, message, signature, cacao } of signed[0] ?? []) {
    const plain = { domain, uri: page, version, nonce, issuedAt, expirationTime, requestId }
    expect(data).toMatchObject({ ...plain, accountAddress: address })
    expect(data.resources?.slice(0, -1)).toEqual(resources)
    expect(data.statement).toMatch(new RegExp(`^${statement} I further authorize the stated URI .*'personal_sign'`))
    expect(await verifyMessage({ address, message, signature: signature as `0x${string}` })).toBe(true)
    // the parser of others reads it with the words of the ReCap in its statement
    expect(new SiweMessage(message)).toMatchObject({ address, nonce, requestId })
    expect(cacao?.s.s).toBe(signature)
  }
  expect(await rig.connect()).toMatchObject({
    caipNetworkId: evmOne,
    accounts: [{ address }],
    approvedCaipNetworkIds: [evmOne, evmTwo],
    wallet: { name: 'Test wallet' },
  })
  expect(wallet.getState().log.join()).not.toContain('proposes')
  expect(rig.warnings).toEqual([])
})
