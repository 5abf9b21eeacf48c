/** Milliseconds after which a database that says nothing counts as none: frames of other sites often get none. */
const patience = 1_000

/** The key pair that was stored under the name; null where there is none or the browser keeps nothing for this frame. */
export async function readStoredKey(name: string): Promise<CryptoKeyPair | null> {
  const found = await withStore('readonly', (store) => store.get(name))
  const { privateKey, publicKey } = (found ?? {}) as Partial<CryptoKeyPair>
  const isPair = privateKey instanceof CryptoKey && publicKey instanceof CryptoKey && !privateKey.extractable
  return isPair ? { privateKey, publicKey } : null
}

/** Keeps a key pair for the next visit, where the browser lets it and has none. */
export async function storeKey(name: string, pair: CryptoKeyPair): Promise<void> {
  await withStore('readwrite', (store) => store.add(pair, name))
}

async function withStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const asked = new Promise<unknown>((resolve) => {
    const giveUp = (): void => resolve(undefined)
    setTimeout(giveUp, patience)
    try {
      const opening = indexedDB.open('latchkey-device', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
      opening.onerror = giveUp
      opening.onblocked = giveUp
      opening.onsuccess = () => {
        const database = opening.result
        const transaction = database.transaction('keys', mode)
        const request = act(transaction.objectStore('keys'))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = giveUp
        transaction.onerror = giveUp
        database.onversionchange = () => database.close()
      }
    } catch {
      // a frame whose browser denies storage gets an error for touching it: the key lives with the page then
      giveUp()
    }
  })
  return asked
}
