/**
 * A partitioned global address space: memory that all threads of a program share, each part near one of them.
 *
 * <p>{@link org.hawser.pgas.Pgas} is where a program begins. It makes arrays that are dealt out to the threads
 * ({@link org.hawser.pgas.SharedArray}), memory that {@linkplain org.hawser.pgas.GlobalPointer pointers} lead to,
 * {@linkplain org.hawser.pgas.Semaphore semaphores} and {@linkplain org.hawser.pgas.GlobalLock locks}; it copies to and
 * from all of it, and has {@linkplain org.hawser.pgas.Atomics atomic} and
 * {@linkplain org.hawser.pgas.Collectives collective} operations. Code and messages for other threads go through
 * {@link org.hawser.pgas.RemoteThread} and {@link org.hawser.pgas.MessageLayer}.
 *
 * <p>Access is one-sided: nobody has to answer. Where threads share memory it is loads, stores and atomics of the
 * processor.
 */
package org.hawser.pgas;
