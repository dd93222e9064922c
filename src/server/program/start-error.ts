// A fault that the person at the terminal must mend before the program can run. The message is one whole Vietnamese sentence:
// main prints it alone, without a stack trace, and ends with exit code 1.
export class StartError extends Error {
  override name = 'StartError'
}
