import { readBytes } from './readBytes.js'

/** Bytes of a reply that are read; no honest node sends more for what is asked here. */
const most = 10_485_760

/** The body as text. Throws where it is larger than 10 MiB, whatever its header says. */
export async function readText(response: Response): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, most))
}
