import type { WalletKitClient } from './createWalletKit.js'

type Cacao = Parameters<WalletKitClient['approveSessionAuthenticate']>[0]['auths'][number]
type Reply = { readonly result: { readonly cacaos?: readonly Cacao[] } }
/** A part of the client that its types keep to themselves. */
type Engine = { sendResult(reply: Reply): Promise<void> }

/**
 * Sends other signatures than those that the client has checked: it lets no false one pass. Returns its undoing.
 * @param sign what is sent in place of the signature of a sign-in
 */
export function forgeSignatures(kit: WalletKitClient, sign: (cacao: Cacao) => Promise<string>): () => void {
  const engine = (kit.engine.signClient as unknown as { readonly engine: Engine }).engine
  const send = engine.sendResult.bind(engine)
  engine.sendResult = async (reply) => {
    const cacaos = await Promise.all(
      (reply.result.cacaos ?? []).map(async (cacao) => ({ ...cacao, s: { ...cacao.s, s: await sign(cacao) } })),
    )
    await send(reply.result.cacaos ? { ...reply, result: { ...reply.result, cacaos } } : reply)
  }
  return () => {
    engine.sendResult = send
  }
}
