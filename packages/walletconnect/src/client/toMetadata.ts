import type { AppMetadata, Env } from '@latchkey/core'

/** How the app calls itself to wallets: as it was told, else as its page says. */
export function toMetadata(
  env: Env,
  metadata: AppMetadata | undefined,
): { name: string; description: string; url: string; icons: string[] } {
  const page = env.window()
  return {
    name: metadata?.name ?? (page?.document?.title || page?.location?.host || 'Latchkey'),
    description: metadata?.description ?? '',
    url: metadata?.url ?? page?.location?.origin ?? '',
    icons: [...(metadata?.icons ?? [])],
  }
}
