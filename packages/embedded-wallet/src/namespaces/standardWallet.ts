import type { StandardWallet } from '@latchkey/core'
import { toProviderError } from '@latchkey/core/plugin'
import type { Emitter } from '../listeners.js'

/** Version of the Wallet Standard features. */
export const version = '1.0.0'

/** Wraps a method of the wallet for its callers. */
export type Guard = <input extends readonly unknown[], output>(
  method: (...inputs: input) => Promise<output>,
) => (...inputs: input) => Promise<output>

/** Apps read wallet errors by their numeric `code`. */
export const toOuter: Guard =
  (method) =>
  async (...inputs) => {
    try {
      return await method(...inputs)
    } catch (cause) {
      throw toProviderError(cause)
    }
  }

export type SharedOptions = {
  readonly guard: Guard
  readonly emitter: Emitter
  readonly disconnect: () => Promise<void>
}

/** The features that wallets of the Wallet Standard have in every namespace. */
export function createSharedFeatures({ guard, emitter, disconnect }: SharedOptions): StandardWallet['features'] {
  return {
    'standard:disconnect': { version, disconnect: guard(disconnect) },
    'standard:events': {
      version,
      on(event: string, listener: (payload: unknown) => unknown) {
        emitter.on(event, listener)
        return () => emitter.removeListener(event, listener)
      },
    },
  }
}

/** Runs one request after the other, because the frame shows one screen at a time. */
export async function inOrder<input, output>(
  inputs: readonly input[],
  run: (input: input) => Promise<output>,
): Promise<readonly output[]> {
  const outputs: output[] = []
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}
