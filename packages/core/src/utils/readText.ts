/** Bytes of a reply that are read; no honest node sends more for what is asked here. */
const most = 10_485_760

/** The body as text. Throws where it is larger than 10 MiB, whatever its header says. */
export async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > most) {
      await reader.cancel()
      throw new RangeError(`The reply is larger than ${most} bytes.`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
