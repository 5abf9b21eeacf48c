/** An address in a text, without the mark that ends the sentence. */
export const addressPattern: RegExp = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g
