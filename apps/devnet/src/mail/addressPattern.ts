/** An address in a text, without the mark that ends the sentence. */
export const addressPattern = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g
