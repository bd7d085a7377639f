/* SPDX-License-Identifier: GPL-3.0-or-later */
template <class T> struct Scale {
	static T apply(T value)
	{
		return value * 3;
	}
};
template <class T> struct Count {
	static T take()
	{
		static thread_local T own;
		return own++;
	}
};

template struct Scale<int>;
template struct Count<int>;
