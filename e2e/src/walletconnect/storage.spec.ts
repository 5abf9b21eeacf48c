import { expect, test } from './pairTest.js'

test('[S9.17] the session is stored in the IndexedDB database that WalletConnect’s client uses @walletconnect', async ({
  pair,
  page,
}) => {
  await pair.goto()
  const readNames = (): Promise<readonly (string | undefined)[]> =>
    page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(await readNames()).not.toContain('WALLET_CONNECT_V2_INDEXED_DB')
  await pair.connect()
  expect(await readNames()).toContain('WALLET_CONNECT_V2_INDEXED_DB')

  const found = await page.evaluate(
    () =>
      new Promise<{ readonly stores: readonly string[]; readonly keys: readonly string[]; readonly version: unknown }>(
        (resolve, reject) => {
          const opening = indexedDB.open('WALLET_CONNECT_V2_INDEXED_DB')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const { result: database } = opening
            const store = database.transaction('keyvaluestorage').objectStore('keyvaluestorage')
            const reading = store.getAllKeys()
            const marker = store.get('wc_storage_version')
            reading.transaction?.addEventListener('complete', () => {
              database.close()
              const keys = reading.result.map(String)
              resolve({ stores: [...database.objectStoreNames], keys, version: marker.result })
            })
          }
        },
      ),
  )
  expect(found.stores).toEqual(['keyvaluestorage'])
  expect(found.keys.filter((key) => key.includes('session'))).not.toEqual([])
  expect(String(found.version)).toBe('1')
})

test('with all site data blocked, pairing works for this visit @walletconnect', async ({ pair, page }) => {
  await page.addInitScript(() => {
    const get = (): never => {
      throw new DOMException('The document has no access to storage.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get })
  })
  await pair.goto()
  await pair.connect()
  expect(await pair.sign('eip155')).toMatch(/^0x/)
})

test('with a full IndexedDB, pairing works for this visit @walletconnect', async ({ pair, page }) => {
  await pair.goto()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 })
  await pair.connect()
  expect(await pair.sign('eip155')).toMatch(/^0x/)
})
