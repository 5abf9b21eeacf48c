import type { SignRequest } from './chainSigner.js'
import { WalletRefusal } from './WalletRefusal.js'

export type SignMethods = Readonly<Record<string, (request: SignRequest) => Promise<unknown>>>

/** Answers by the method of that name, or says that there is none. */
export async function callMethod(methods: SignMethods, request: SignRequest): Promise<unknown> {
  const method = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
  if (!method) throw new WalletRefusal(5_101, `Unsupported method: ${request.method}`)
  return method(request)
}
