// A program of a wheel: its function in liblitevk.so.
int LITEVK_PROGRAM(int argc, char** argv);

int main(int argc, char** argv) { return LITEVK_PROGRAM(argc, argv); }
