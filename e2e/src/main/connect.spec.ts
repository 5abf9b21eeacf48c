import type { MethodBehaviour } from '@latchkey/testing'
import { matrix } from '../fixtures/matrix.js'
import { expect, test } from '../fixtures/test.js'
import { waysToClose } from '../fixtures/waysToClose.js'

const waiting = 'Open Dev wallet to continue'

test('a rejected request is reported as rejected, and the retry connects @main [S8.4]', async ({ demo }) => {
  await demo.goto()
  await demo.wallet.script({ methods: { eth_requestAccounts: [{ kind: 'reject' }] } })
  await demo.pickDevWallet()
  await expect(demo.heading('Connection rejected')).toBeVisible()
  await expect(demo.status).toHaveText('disconnected')
  await expect(demo.events).toContainText('USER_REJECTED')
  await demo.button('Try again').click()
  await demo.expectConnected()
})

test('an error without a code is reported as CONNECTOR_FAILED with its cause, not as a rejection @main [S8.5]', async ({
  demo,
  page,
}) => {
  await demo.addTools()
  await demo.goto()
  const broken: MethodBehaviour = { kind: 'throw', value: { message: 'the wallet fell over', why: 'rust' } }
  await demo.wallet.script({ methods: { eth_requestAccounts: [broken, broken] } })
  await demo.pickDevWallet()
  await expect(demo.heading('Failed to connect')).toBeVisible()
  await expect(demo.status).toHaveText('disconnected')
  await expect(demo.events).toContainText('"code":"CONNECTOR_FAILED","message":"Failed to connect"')

  const thrown = await page.evaluate(() => {
    const [wallet] = window.latchkey.getState().connectors
    return window.tools.connect(window.latchkey, { connectorId: wallet?.id ?? '' }).then(
      () => undefined,
      ({ code, shortMessage, cause }) => ({ code, shortMessage, cause }),
    )
  })
  expect(thrown).toEqual({ code: 'CONNECTOR_FAILED', shortMessage: 'Failed to connect', cause: broken.value })
  await demo.button('Try again').click()
  await demo.expectConnected()
})

test('a wallet that is busy with another request shows "Request pending", and the retry connects @main', async ({
  demo,
}) => {
  await demo.goto()
  await demo.wallet.script({ methods: { eth_requestAccounts: [{ kind: 'throw', value: { code: -32002 } }] } })
  await demo.pickDevWallet()
  await expect(demo.heading('Request pending')).toBeVisible()
  await demo.button('Try again').click()
  await demo.expectConnected()
})

for (const { name, close } of matrix(waysToClose))
  test(`closing by ${name} ends the attempt, and a later approval changes nothing @main [S8.3]`, async ({
    demo,
    page,
  }) => {
    await demo.goto()
    await demo.wallet.script({ methods: { eth_requestAccounts: { kind: 'hang' } } })
    await demo.pickDevWallet()
    await expect(demo.heading(waiting)).toBeVisible()
    await close(demo)
    await expect(demo.dialog).toBeHidden()
    await expect(demo.events).toContainText(
      'CONNECT_ERROR {"connectorId":"dev.latchkey.wallet","code":"MODAL_CLOSED","message":"Modal closed"}',
    )
    await demo.expectDisconnected()

    await demo.wallet.release()
    await expect.poll(() => demo.wallet.isConnected()).toBe(true)
    await demo.expectDisconnected()
    await page.reload()
    await demo.expectDisconnected()
  })

test('Back ends the attempt, and the next one reuses the prompt that is still open @main', async ({ demo }) => {
  await demo.goto()
  await demo.wallet.script({ methods: { eth_requestAccounts: { kind: 'hang' } } })
  await demo.pickDevWallet()
  await expect(demo.status).toHaveText('connecting')
  await demo.button('Back').click()
  await expect(demo.heading('Connect')).toBeVisible()
  await demo.expectDisconnected()

  await demo.button('Dev wallet').click()
  await expect(demo.status).toHaveText('connecting')
  expect(await demo.wallet.requests('eth_requestAccounts')).toHaveLength(1)
  await demo.wallet.release()
  await demo.expectConnected()
  expect(await demo.wallet.prompts()).toBe(1)
})

const nonsense: readonly {
  readonly reply: string
  readonly method: 'eth_requestAccounts' | 'eth_chainId'
  readonly behaviour: MethodBehaviour
  readonly says: string
}[] = [
  { reply: 'null', value: null },
  { reply: 'an empty address', value: [''] },
  { reply: 'a string', value: 'dev' },
].map(({ reply, value }) => ({
  reply,
  method: 'eth_requestAccounts',
  behaviour: { kind: 'reply', value },
  says: 'Your wallet returned an invalid response',
}))

const strange: typeof nonsense = [
  ...nonsense,
  {
    reply: 'an invalid chain ID',
    method: 'eth_chainId',
    behaviour: { kind: 'reply', value: '0x7a69z' },
    says: 'Your wallet returned an invalid response',
  },
  {
    reply: 'a chain ID of zero',
    method: 'eth_chainId',
    behaviour: { kind: 'reply', value: 0 },
    says: 'Your wallet returned an invalid response',
  },
  {
    reply: 'a thrown string',
    method: 'eth_requestAccounts',
    behaviour: { kind: 'throw', value: 'no' },
    says: 'Failed to connect',
  },
]

test('an invalid response from the wallet shows an error, leaves the page disconnected and allows a retry @main', async ({
  demo,
}) => {
  await demo.goto()
  await demo.connectButton.click()
  for (const { reply, method, behaviour, says } of strange)
    await test.step(reply, async () => {
      await demo.wallet.script({ methods: { [method]: [behaviour] } })
      await demo.button('Dev wallet').click()
      await expect(demo.heading(says)).toBeVisible()
      await expect(demo.status).toHaveText('disconnected')
      await demo.button('Back').click()
    })
  await demo.button('Dev wallet').click()
  await demo.expectConnected()
})

test('a chain ID that the wallet returns as a number is accepted @main', async ({ demo, chains: [, two] }) => {
  await demo.goto()
  await demo.wallet.script({ methods: { eth_chainId: { kind: 'reply', value: two.id } } })
  await demo.connect()
  await expect(demo.network).toHaveText(two.name)
})

test('a wallet that keeps emitting events during the request is connected once @main', async ({ demo }) => {
  await demo.goto()
  await demo.wallet.script({ emitStorm: true })
  await demo.connect()
  await expect(demo.events.getByText('CONNECT_SUCCESS')).toHaveCount(1)
  expect((await demo.wallet.requests('eth_requestAccounts')).length).toBe(1)
})
