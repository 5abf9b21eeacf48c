import { expect, test } from 'vitest'
import { beforeSending, isUnsent } from './isUnsent.js'
import { AbortedError } from './LatchkeyError.js'
import { toLatchkeyError } from './toLatchkeyError.js'

test('beforeSending marks an error as not sent', async () => {
  const { signal } = new AbortController()
  const failing = beforeSending(signal, () => Promise.reject(new Error('offline')))
  const error = toLatchkeyError(await failing.catch((cause: unknown) => cause))
  expect([error.code, isUnsent(error)]).toEqual(['CONNECTOR_FAILED', true])
})

test('beforeSending leaves the reason of the signal as it is, as other requests may share it', async () => {
  const reason = new AbortedError()
  await expect(beforeSending(AbortSignal.abort(reason), () => Promise.reject(reason))).rejects.toBe(reason)
  expect(isUnsent(reason)).toBe(false)
})
