/** The C library and the kernel, through java.lang.foreign. */
package org.hawser.platform.libc;
